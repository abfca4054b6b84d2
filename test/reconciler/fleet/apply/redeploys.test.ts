/** A change of a bundle -> whether Fleet deploys it anew. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Said } from '../../../../src/reconciler/attempt.ts';
import type { Files } from '../../../render/tree.ts';
import { strategies } from '../rendering.ts';
import {
  cluster,
  configMap,
  declarations,
  deployment,
  fleetCluster,
  gitRepo,
  home,
  reconciler,
} from '../story.ts';

const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'default' } };
const said: Said = {
  attempt: { kind: 'apply', object, stage: 0, manager: 'fleetagent', force: false, validation: 'Strict' },
  live: object,
  prediction: { kind: 'object', object },
};

const commit = '4f1c0e7b9a2d83c65e1f70ab94d2c6e85b3a7f10';

interface Live {
  readonly applied?: string;
  readonly seen?: string;
  readonly staged?: string;
}

async function course(
  base: Files,
  head: Files,
  { applied = 'a:b', seen = commit, staged = 'a:b' }: Live = {},
): Promise<string | undefined> {
  const there = deployment('infra-web', 'prod', {
    spec: { deploymentID: 'a:b', stagedDeploymentID: staged },
  });
  const objects = [
    { ...gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }), status: { commit: seen } },
    fleetCluster('prod'),
    { ...there, status: { appliedDeploymentID: applied } },
  ];
  const clusters = [cluster('hub'), cluster('prod')];
  const homes = [home(objects, { elsewhere: new Map([['prod', []]]) })];
  const one = reconciler(clusters);
  const before = declarations(base, { homes, clusters, side: 'base' });
  await one.discover({ ...before, tree: { ...before.tree, commit } });
  const { units } = await one.discover(declarations(head, { homes, clusters, side: 'head' }));
  const [unit] = units;
  assert.ok(unit);
  const [only] = await one.course(unit, [said], { gone: false, strategies });
  return only?.kind;
}

function files(fleetYaml: string, more: Files = {}): Files {
  return { 'web/m.yaml': configMap('web'), 'web/fleet.yaml': fleetYaml, ...more };
}

test('who it waits for, how it rolls out and how it compares deploys nothing', async () => {
  assert.equal(await course(files('{}'), files('dependsOn: [{ name: db }]')), 'skipped');
  assert.equal(await course(files('{}'), files('rolloutStrategy: { maxUnavailable: 1 }')), 'skipped');
  assert.equal(
    await course(files('{}'), files('diff: { comparePatches: [{ kind: ConfigMap }] }')),
    'skipped',
  );
});

test('its content, also a file that nothing applies, and its options deploy it', async () => {
  assert.equal(await course(files('{}'), files('{}', { 'web/README.md': 'new' })), 'as-said');
  assert.equal(await course(files('{}'), files('helm: { timeoutSeconds: 5 }')), 'as-said');
});

test('what was not deployed to its end is tried again', async () => {
  assert.equal(
    await course(files('{}'), files('dependsOn: [{ name: db }]'), { applied: 'older' }),
    'as-said',
  );
});

test('what base has and Fleet has not seen yet is still to come', async () => {
  assert.equal(await course(files('{}'), files('dependsOn: [{ name: db }]'), { seen: 'before' }), 'as-said');
});

test('a pause deploys nothing, whatever changes; its end deploys what was staged meanwhile', async () => {
  const changed = files('paused: true', { 'web/README.md': 'new' });
  assert.equal(await course(files('{}'), changed), 'skipped');
  assert.equal(await course(files('paused: true'), files('{}')), 'skipped');
  assert.equal(await course(files('paused: true'), files('{}'), { staged: 'c:d' }), 'as-said');
});
