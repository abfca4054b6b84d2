import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Remark } from '../../../../src/reconciler/declarations.ts';
import {
  abouts,
  bothSides,
  discovered,
  file,
  helmRelease,
  home,
  kustomization,
  repository,
  source,
  unitOf,
  renderOf,
  gotkSync,
} from './story.ts';

const id = 'flux/prod/Kustomization/flux-system/web';

function filesOf(spec: JsonObject, git: KubeObject | undefined = repository): Record<string, string> {
  const web = kustomization('web', './web', { spec });
  return { 'web.yaml': file(...(git === undefined ? [] : [git]), web), 'web/a.yaml': '' };
}

async function changed(before: JsonObject, after: JsonObject): Promise<readonly string[]> {
  const { head } = await bothSides({ base: filesOf(before), head: filesOf(after) });
  return (head.remarks ?? []).map(({ about, severity }) => `${about} ${severity}`);
}

async function ofSource(before: KubeObject, after: KubeObject | undefined): Promise<readonly Remark[]> {
  const { head } = await bothSides({ base: filesOf({}, before), head: filesOf({}, after) });
  return head.remarks ?? [];
}

describe('what is said of a unit of Flux', () => {
  it('is nothing where nothing changes but its content', async () => {
    assert.deepEqual(await changed({}, {}), []);
    assert.deepEqual(await changed({}, { path: './web', timeout: '3m' }), []);
  });

  it('names a setting by which its controller does something else from now on', async () => {
    assert.deepEqual(await changed({ prune: true }, { prune: false }), ['prune-switched-off warn']);
    assert.deepEqual(await changed({ prune: false }, { prune: true }), ['prune-switched-on warn']);
    assert.deepEqual(await changed({}, { force: true }), ['force-switched-on warn']);
    assert.deepEqual(await changed({ force: true }, {}), []);
    assert.deepEqual(await changed({}, { deletionPolicy: 'Orphan' }), ['deletion-policy-changed info']);
    assert.deepEqual(await changed({ serviceAccountName: 'web' }, {}), ['applier-changed block']);
    assert.deepEqual(await changed({}, { serviceAccountName: 'web' }), ['applier-changed warn']);
    assert.deepEqual(await changed({}, { kubeConfig: { secretRef: { name: 'a' } } }), [
      'cluster-changed block',
    ]);
    assert.deepEqual(await changed({}, { targetNamespace: 'web' }), ['namespace-changed warn']);
    assert.deepEqual(await changed({ decryption: { provider: 'sops' } }, {}), ['decryption-removed warn']);
    assert.deepEqual(await changed({ interval: '1h' }, { interval: '5m' }), ['interval-shortened info']);
    assert.deepEqual(await changed({ interval: '1h' }, { interval: '30m' }), []);
  });

  it('tells that it, or its source, is suspended, and what resuming brings', async () => {
    assert.deepEqual(await changed({}, { suspend: true }), ['unit-suspended warn']);
    assert.deepEqual(await changed({ suspend: true }, { suspend: true }), ['unit-suspended info']);
    assert.deepEqual(await changed({ suspend: true }, {}), ['unit-resumed warn']);
    const idle = source('GitRepository', 'flux-system', { spec: { suspend: true } });
    assert.deepEqual(
      (await ofSource(repository, idle)).map(({ about }) => about),
      ['source-suspended'],
    );
  });

  it('tells that somebody suspended it in the cluster, which Git does not take back', async () => {
    const live = kustomization('web', './web', { spec: { suspend: true } });
    const found = await discovered(filesOf({}), { homes: [home([live])] });
    assert.deepEqual(abouts(found), [`unit-suspended ${id}`, `suspended-by-hand ${id}`]);
    const fields = { 'f:spec': { 'f:suspend': {} } };
    const managedFields = [{ manager: 'kustomize-controller', operation: 'Apply', fieldsV1: fields }];
    const applied = kustomization('web', './web', { spec: { suspend: true }, metadata: { managedFields } });
    assert.deepEqual(abouts(await discovered(filesOf({}), { homes: [home([applied])] })), []);
  });

  it('tells where the merge does not move what it applies', async () => {
    const tagged = source('GitRepository', 'flux-system', { spec: { ref: { tag: 'v1', branch: 'main' } } });
    const next = source('GitRepository', 'flux-system', { spec: { ref: { tag: 'v2' } } });
    const other = source('GitRepository', 'flux-system', { spec: { ref: { branch: 'release' } } });
    const about = async (before: KubeObject, after: KubeObject): Promise<readonly string[]> =>
      (await ofSource(before, after)).map((each) => each.about);
    assert.deepEqual(await about(tagged, tagged), ['merge-not-seen']);
    assert.deepEqual(await about(tagged, next), ['revision-not-in-review']);
    assert.deepEqual(await about(repository, other), ['revision-not-in-review']);
    const unnamed = source('GitRepository', 'flux-system', { spec: { ref: {} } });
    assert.deepEqual(await about(unnamed, unnamed), ['merge-not-seen']);
    const byName = source('GitRepository', 'flux-system', {
      spec: { ref: { name: 'refs/heads/main', tag: 'v1' } },
    });
    assert.deepEqual(await about(byName, byName), []);
  });

  it('tells that its source goes, is another, or is not verified any more', async () => {
    const signed = source('GitRepository', 'flux-system', { spec: { verify: { mode: 'HEAD' } } });
    const foreign = source('GitRepository', 'flux-system', {
      spec: { url: 'https://github.com/other/fleet' },
    });
    const about = async (before: KubeObject, after: KubeObject | undefined): Promise<readonly string[]> =>
      (await ofSource(before, after)).map((each) => `${each.about} ${each.severity}`);
    const gone = await bothSides({
      base: filesOf({}),
      head: { 'web.yaml': file(kustomization('web', './web')), 'web/a.yaml': '' },
    });
    assert.deepEqual(abouts(gone.head), [`source-lost ${id}`]);
    assert.deepEqual(await about(repository, foreign), ['source-moved warn']);
    assert.deepEqual(await about(signed, repository), ['verification-removed warn']);
    assert.deepEqual(await about(signed, signed), ['signature-needed warn']);
  });

  it('tells that Flux could not fetch its source lately, so that the merge is not seen', async () => {
    const of = (status: string): KubeObject => {
      const ready = { type: 'Ready', status, message: 'failed to checkout: connection refused' };
      return { ...repository, status: { conditions: [ready] } };
    };
    const found = async (status: string): Promise<readonly Remark[]> =>
      (await discovered(filesOf({}), { homes: [home([of(status)])] })).remarks ?? [];
    assert.deepEqual(await found('True'), []);
    const [said, ...more] = await found('False');
    assert.deepEqual(more, []);
    assert.deepEqual([said?.about, said?.severity, said?.unit], ['source-failing', 'warn', id]);
    assert.match(said?.detail ?? '', /^GitRepository\/flux-system\/flux-system says: failed to checkout/u);
  });

  it('tells that it waits for itself, or for one that does not exist', async () => {
    const waits = (name: string, ...on: readonly string[]): KubeObject =>
      kustomization(name, './web', { spec: { dependsOn: on.map((each) => ({ name: each })) } });
    const files = (...objects: readonly KubeObject[]): Record<string, string> => ({
      'all.yaml': file(repository, ...objects),
      'web/a.yaml': '',
    });
    const circle = await bothSides({
      base: files(waits('a', 'b'), waits('b'), waits('c', 'a')),
      head: files(waits('a', 'b'), waits('b', 'a'), waits('c', 'a')),
    });
    const dependency = (circle.head.remarks ?? []).map(
      ({ about, unit, detail }) => `${about} ${unit?.slice(-1) ?? ''} ${detail.split('.')[0] ?? ''}`,
    );
    assert.deepEqual(dependency, [
      'dependency-circle a Its dependsOn leads back to it: prod/Kustomization/flux-system/a → prod/Kustomization/flux-system/b → prod/Kustomization/flux-system/a',
      'dependency-circle b Its dependsOn leads back to it: prod/Kustomization/flux-system/b → prod/Kustomization/flux-system/a → prod/Kustomization/flux-system/b',
    ]);
    assert.deepEqual(abouts(await discovered(files(waits('a', 'gone')))), [
      'dependency-missing flux/prod/Kustomization/flux-system/a',
    ]);
    assert.deepEqual(
      abouts(
        await discovered(files(waits('a', 'there')), { homes: [home([kustomization('there', './x')])] }),
      ),
      [],
    );
    assert.deepEqual(abouts(await discovered(files(waits('a', 'gone')), { homes: [], clusters: [] })), []);
  });

  it('tells where the live one differs from what Git declares', async () => {
    const about = async (live: JsonObject): Promise<readonly string[]> => {
      const found = await discovered(filesOf({}), {
        homes: [home([kustomization('web', './web', { spec: live })])],
      });
      return (found.remarks ?? []).map(({ detail }) => detail.split('.')[0] ?? '');
    };
    assert.deepEqual(await about({ force: false }), []);
    assert.deepEqual(await about({ path: './other' }), [
      'In the home cluster its spec differs from what base declares in path',
    ]);
    assert.deepEqual(await about({ force: true }), [
      'In the home cluster its spec differs from what base declares in force',
    ]);
  });

  it('tells of two renders that declare the same one', async () => {
    const sync = gotkSync('prod');
    const homes = [home([...sync, kustomization('more', './clusters/prod')])];
    const files = { 'clusters/prod/a.yaml': file(...sync) };
    const first = await discovered(files, { homes });
    const web = kustomization('web', './web');
    const [one, two] = ['flux-system', 'more'].map((name) =>
      unitOf(first, `flux/prod/Kustomization/flux-system/${name}`),
    );
    assert.ok(one && two);
    const rendered = [renderOf(one, ...sync, web), renderOf(two, web)];
    const found = await discovered({ ...files, 'web/a.yaml': '' }, { homes, rendered });
    assert.deepEqual(abouts(found), [`declared-twice ${id}`]);
  });

  it('is about HelmReleases, too', async () => {
    const charts = (url: string): KubeObject => source('HelmRepository', 'charts', { spec: { url } });
    const release = helmRelease('web', {
      chart: 'web',
      sourceRef: { kind: 'HelmRepository', name: 'charts' },
    });
    const files = (url: string): Record<string, string> => ({ 'web.yaml': file(charts(url), release) });
    const { head } = await bothSides({ base: files('https://a.example'), head: files('https://b.example') });
    assert.deepEqual(abouts(head), ['source-moved flux/prod/HelmRelease/flux-system/web']);
  });
});
