import assert from 'node:assert/strict';
import { test } from 'node:test';

import { at } from '../../src/object/json.ts';
import { createMask } from '../../src/object/mask.ts';
import type { Sided } from '../../src/reconciler/pairs.ts';
import { fetchRemotes } from '../../src/review/fetch-remotes.ts';
import { pastOf } from '../../src/review/last-synced.ts';
import { unmovedBase } from '../../src/review/unmoved-base.ts';
import type { FetchRemote } from '../../src/source/remote.ts';
import { application, here, home, unitIn } from '../reconciler/argo-cd/units/story.ts';
import { treeOf } from '../render/tree.ts';
import { adaptersForAll } from './adapters-for-all.ts';

const adapters = adaptersForAll();

const [own, then, now] = ['1'.repeat(40), '2'.repeat(40), '3'.repeat(40)];

const tree = treeOf({
  'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'web/templates/a.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {color: {{ .Values.color }}}\n',
});

/** Of values in another repository whose branch moved since the last sync. */
async function colorWithout(told: { readonly isThenThere: boolean }): Promise<unknown> {
  const mask = createMask();
  const stop = AbortSignal.timeout(60_000);
  const sources = [
    { repoURL: here, path: 'web', targetRevision: 'main', helm: { valueFiles: ['$values/v.yaml'] } },
    { repoURL: 'https://git.example/values', targetRevision: 'main', ref: 'values' },
  ];
  const status = { operationState: { phase: 'Succeeded', syncResult: { revisions: [own, then] } } };
  const live = { ...application({ spec: { source: null, sources } }), status };
  const unit = await unitIn(tree, { homes: [home([live])], mask });
  const reconciler = adapters()
    .reconcilers({ mask, stop, installations: [], clusters: [] })
    .find(({ name }) => name === 'argo-cd');
  assert.ok(reconciler !== undefined);
  const base: Sided = { unit, reconciler, tree, closure: await reconciler.closure(unit, tree) };
  const fetchRemote: FetchRemote = async (remote) => {
    const version = remote.kind === 'git' && remote.revision === then ? then : now;
    if (version === then && !told.isThenThere) {
      return Promise.resolve({
        kind: 'gap',
        gap: { kind: 'remote-unreachable', unit: unit.id, object: undefined, why: mask.text('it is gone') },
      });
    }
    return Promise.resolve({
      kind: 'tree',
      tree: treeOf({ 'v.yaml': `color: ${version === then ? 'blue' : 'green'}\n` }),
      digest: `sha256:${version}`,
      version,
      moving: version === now,
    });
  };
  const pair = { id: unit.id, base, head: base };
  const absent = { kind: 'absent' } as const;
  const objects = await unmovedBase(
    { mask, stop, fetchRemote, renderers: adapters().renderers(mask, stop) },
    { pair, rendered: { pair, base: absent, head: absent }, base: [], opened: undefined, definitions: [] },
    pastOf(async () => Promise.resolve(undefined), {
      sessions: new Map(),
      fetched: await fetchRemotes({ fetchRemote }, [base], new Map()),
    }),
  );
  return objects?.map((object) => at(object, 'data', 'color'));
}

test('Base without what moved elsewhere is rendered with what the last sync took', async () => {
  assert.deepEqual(await colorWithout({ isThenThere: true }), ['blue']);
});

test('Where what the last sync took cannot be had any more, nothing is told apart', async () => {
  assert.equal(await colorWithout({ isThenThere: false }), undefined);
});
