import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../src/object/mask.ts';
import type { Sided } from '../../src/reconciler/pairs.ts';
import { fetchRemotes } from '../../src/review/fetch-remotes.ts';
import { hasMovedUnrecorded, lastSynced, pastOf } from '../../src/review/last-synced.ts';
import type { LastSynced } from '../../src/review/last-synced.ts';
import type { FetchRemote } from '../../src/source/remote.ts';
import { application, here, home, unitIn } from '../reconciler/argo-cd/units/story.ts';
import { configMap } from '../reconciler/plain/story.ts';
import { treeOf, type Files } from '../render/tree.ts';
import { adaptersForAll } from './adapters-for-all.ts';

const adapters = adaptersForAll();

const elsewhere = 'https://git.example/base?ref=main';
const commit = '1'.repeat(40);
const source = { repoURL: `${here}.git`, path: 'web' };

interface Then {
  readonly files: Files;
  /** Whether the base elsewhere may have been another one. */
  readonly moving: boolean;
}

type Asked = Parameters<typeof lastSynced>;

/** An Application that has these files at base, and had those at its last sync. */
async function asked(files: Files, then: Then): Promise<Asked> {
  const mask = createMask();
  const stop = AbortSignal.timeout(60_000);
  const status = {
    history: [{ id: 0, revision: commit, source }],
    operationState: { phase: 'Succeeded', syncResult: { revision: commit, source } },
  };
  const tree = treeOf(files);
  const unit = await unitIn(tree, { homes: [home([{ ...application(), status }])], mask });
  const reconciler = adapters()
    .reconcilers({ mask, stop, installations: [], clusters: [] })
    .find(({ name }) => name === 'argo-cd');
  assert.ok(reconciler !== undefined);
  const base: Sided = { unit, reconciler, tree, closure: await reconciler.closure(unit, tree) };
  const pair = { id: unit.id, base, head: base };
  const declared = [
    { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'of-base' } }, origin: undefined },
  ];
  const record = { renderer: 'kustomize', version: '1', parameters: {} } as const;
  const render = { kind: 'rendered', record, declared, digest: '', gaps: [], dropped: [] } as const;
  const fetchRemote: FetchRemote = async () =>
    Promise.resolve({
      kind: 'tree',
      tree: treeOf({ 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': configMap }),
      digest: 'sha256:1',
      version: '2'.repeat(40),
      moving: then.moving,
    });
  return [
    { mask, stop, fetchRemote, renderers: adapters().renderers(mask, stop) },
    {
      pair,
      rendered: { pair, base: render, head: render },
      base: declared,
      opened: undefined,
      definitions: [],
    },
    pastOf(
      async () =>
        Promise.resolve({ ...treeOf(then.files), refused: [], prefetch: async () => Promise.resolve() }),
      {
        sessions: new Map(),
        fetched: await fetchRemotes({ fetchRemote }, [base], new Map()),
      },
    ),
  ];
}

async function synced(files: Files, then: Then): Promise<LastSynced | undefined> {
  return lastSynced(...(await asked(files, then)));
}

async function hasMoved(files: Files, then: Then): Promise<boolean> {
  return hasMovedUnrecorded(...(await asked(files, then)));
}

function web(suffix: string): Files {
  return { 'web/kustomization.yaml': JSON.stringify({ resources: [elsewhere], nameSuffix: suffix }) };
}

function namesIn(last: LastSynced | undefined): readonly string[] {
  assert.equal(last?.kind, 'rendered');
  return last?.kind === 'rendered' ? last.objects.map(({ metadata }) => metadata.name) : [];
}

test('A base elsewhere that may have been another one leaves what was applied unknown', async () => {
  for (const files of [web('-now'), web('-then')]) {
    const last = await synced(web('-now'), { files, moving: true });
    assert.deepEqual(last, {
      kind: 'unknown',
      why: 'which version of https://git.example/base at main it took is not on record',
    });
  }
});

test('With one that cannot move, the last sync rendered what base does where nothing differs, else what it had', async () => {
  assert.deepEqual(namesIn(await synced(web('-now'), { files: web('-now'), moving: false })), ['of-base']);
  assert.deepEqual(namesIn(await synced(web('-now'), { files: web('-then'), moving: false })), ['a-then']);
});

test('What waits although nothing in Git does comes from a base elsewhere that may have been another one', async () => {
  assert.equal(await hasMoved(web('-now'), { files: web('-now'), moving: true }), true);
  assert.equal(await hasMoved(web('-now'), { files: web('-now'), moving: false }), false);
  assert.equal(await hasMoved(web('-now'), { files: web('-then'), moving: true }), false);
});
