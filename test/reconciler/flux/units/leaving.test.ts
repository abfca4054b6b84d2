import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import {
  abouts,
  bothSides,
  discovered,
  file,
  gotkSync,
  home,
  ids,
  kustomization,
  renderOf,
  unitOf,
} from './story.ts';

const rootId = 'flux/prod/Kustomization/flux-system/flux-system';
const appsId = 'flux/prod/Kustomization/flux-system/apps';
const files = { 'clusters/prod/flux-system/gotk-sync.yaml': file(...gotkSync('prod')), 'apps/web.yaml': '' };

function live(spec: JsonObject = {}, metadata: JsonObject = {}): KubeObject {
  return kustomization('apps', './apps', {
    spec,
    metadata: { finalizers: ['finalizers.fluxcd.io'], uid: 'a', ...metadata },
    status: { inventory: { entries: [{ id: '_web__Namespace', v: 'v1' }] } },
  });
}

interface Given {
  readonly root?: JsonObject;
  readonly apps?: KubeObject;
  /** What the root renders at head, beside itself. */
  readonly head?: readonly KubeObject[];
}

/** `apps` is what the root renders at base. */
async function left({
  root = {},
  apps = live(),
  head = [],
}: Given): Promise<Awaited<ReturnType<typeof bothSides>>> {
  const [repository] = gotkSync('prod');
  const own = kustomization('flux-system', './clusters/prod', { spec: root });
  assert.ok(repository);
  const homes = [home([repository, own, apps])];
  const unit = unitOf(await discovered(files, { homes }), rootId);
  const declared = kustomization('apps', './apps');
  const base = await discovered(files, {
    homes,
    side: 'base',
    rendered: [renderOf(unit, repository, own, declared)],
  });
  const rendered = [renderOf(unit, repository, own, ...head)];
  const after = await discovered(files, { homes, side: 'head', rendered, others: base.units });
  return { base, head: after };
}

describe('a unit of Flux that head does not declare', () => {
  it('goes where what declared it prunes, and says what goes with it', async () => {
    const { base, head } = await left({});
    assert.deepEqual(ids(base), [appsId, rootId]);
    assert.deepEqual(ids(head), [rootId]);
    assert.deepEqual(abouts(head), [`unit-leaves ${appsId}`]);
    assert.match(head.remarks?.[0]?.detail ?? '', /whole inventory \(1 objects\)/u);
  });

  it('leaves behind what it applied by its deletion policy, without pruning, suspended, or without its finalizer', async () => {
    const kept = [
      live({ deletionPolicy: 'Orphan' }),
      live({ prune: false }),
      live({ suspend: true }),
      live({}, { finalizers: [] }),
    ];
    for (const apps of kept) {
      const { head } = await left({ apps });
      const leaving = head.remarks?.find(({ about }) => about === 'unit-leaves');
      assert.equal(leaving?.title, 'The Kustomization goes, and what it applied stays');
    }
  });

  it('stays where what declared it does not prune, or it is marked to stay', async () => {
    const marked = live({}, { annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'Disabled' } });
    for (const given of [{ root: { prune: false } }, { apps: marked }]) {
      const { head } = await left(given);
      assert.deepEqual(ids(head), [appsId, rootId]);
      assert.deepEqual(abouts(head), [`unit-left-behind ${appsId}`]);
    }
  });

  it('is renamed where another one comes with its content', async () => {
    const { head } = await left({ head: [kustomization('web', './apps')] });
    assert.deepEqual(abouts(head), [
      `unit-leaves ${appsId}`,
      'unit-renamed flux/prod/Kustomization/flux-system/web',
    ]);
  });

  it('goes where no Flux was seen', async () => {
    const base = { ...files, 'clusters/prod/apps.yaml': file(kustomization('apps', './apps')) };
    const { head } = await bothSides({ base, head: files, given: { homes: [], clusters: [] } });
    assert.deepEqual(ids(head), ['flux/-/Kustomization/flux-system/flux-system']);
    assert.deepEqual(abouts(head), ['unit-leaves flux/-/Kustomization/flux-system/apps']);
    assert.equal(head.remarks?.[0]?.title, 'The Kustomization goes, and all that it applied with it');
  });

  it('keeps the name of its home where a further environment comes', async () => {
    const more = { ...files, 'clusters/staging/flux-system/gotk-sync.yaml': file(...gotkSync('staging')) };
    const given = { homes: [], clusters: [] };
    const grown = await bothSides({ base: files, head: more, given });
    const plain = 'flux/-/Kustomization/flux-system/flux-system';
    assert.deepEqual(ids(grown.base), [plain]);
    assert.deepEqual(ids(grown.head), [plain, `${plain}@clusters/staging/flux-system`]);
    const shrunk = await bothSides({ base: more, head: files, given });
    assert.deepEqual(ids(shrunk.head), [`${plain}@clusters/prod/flux-system`]);
  });

  it('goes where its file stays, and the kustomization above names it no more', async () => {
    const of = (...names: readonly string[]): Record<string, string> => ({
      ...files,
      'clusters/prod/apps/kustomization.yaml': JSON.stringify({ resources: names }),
      'clusters/prod/apps/web/ks.yaml': file(kustomization('apps', './apps')),
      'clusters/prod/apps/web/jobs.yaml': file(kustomization('jobs', './apps')),
    });
    const both = { base: of('web/ks.yaml', 'web/jobs.yaml'), head: of('web/jobs.yaml') };
    const { head } = await bothSides({ ...both, given: { homes: [], clusters: [] } });
    const [jobs, root] = ['jobs', 'flux-system'].map((name) => `flux/-/Kustomization/flux-system/${name}`);
    assert.deepEqual(ids(head), [root, jobs]);
    assert.ok(
      abouts(head).includes('unit-leaves flux/-/Kustomization/flux-system/apps'),
      abouts(head).join(),
    );
    const labels = {
      'kustomize.toolkit.fluxcd.io/name': 'flux-system',
      'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
    };
    const homes = [home([...gotkSync('prod'), live({}, { labels })])];
    assert.deepEqual(ids((await bothSides({ ...both, given: { homes } })).head), [
      rootId,
      'flux/prod/Kustomization/flux-system/jobs',
    ]);
  });
});
