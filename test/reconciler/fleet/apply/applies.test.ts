/** When a unit is applied after the merge, and as whom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { cluster, configMap, fleetCluster, gitRepo, home, reconciler, unitIn } from '../story.ts';

interface Told {
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly fleetYaml?: string;
  readonly there?: readonly KubeObject[];
}

async function unit({ spec = {}, status = {}, fleetYaml = '{}', there }: Told = {}): Promise<Unit> {
  const usual = { namespace: 'cluster-prod', agent: { namespace: 'cattle-fleet-system' } };
  const objects = [
    gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }], ...spec }),
    fleetCluster('prod', {}, { status: { ...usual, ...status } }),
  ];
  const elsewhere = new Map(there === undefined ? [] : [['prod', there] as const]);
  const files = { 'web/m.yaml': configMap('web'), 'web/fleet.yaml': fleetYaml };
  return unitIn(files, {
    clusters: [cluster('hub'), cluster('prod')],
    homes: [home(objects, { elsewhere })],
  });
}

async function when(told: Told): Promise<string> {
  const { when: at, why } = reconciler().applies(await unit(told));
  return `${at} (${why})`;
}

test('Fleet looks at the branch every 15 seconds, or as the GitRepo says, or not at all', async () => {
  assert.equal(
    await when({}),
    'within 15 seconds after the merge, or by a webhook (Fleet follows the branch)',
  );
  assert.match(await when({ spec: { pollingInterval: '2m30s' } }), /^within 150 seconds/u);
  assert.match(await when({ spec: { disablePolling: true } }), /^when a webhook tells Fleet/u);
});

test('a pause and schedules hold it', async () => {
  assert.match(await when({ spec: { paused: true } }), /^not before it is taken out of its pause/u);
  assert.match(
    await when({ status: { scheduled: true, activeSchedule: false } }),
    /^when the next schedule/u,
  );
});

test('a bundle waits for those on which it depends', async () => {
  assert.match(
    await when({ fleetYaml: 'dependsOn: [{ name: db }]' }),
    /it waits until db is ready on the same cluster\)$/u,
  );
});

test('it is applied by the account that is named, by fleet-default, or by the agent', async () => {
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'fleet-default', namespace: 'cattle-fleet-system' },
  };
  const namespace = 'cattle-fleet-system';
  const by = async (told: Told): Promise<unknown> => reconciler().identity(await unit(told));
  const as = (name: string): object => ({ kind: 'service-account', namespace, name });
  assert.deepEqual(await by({ there: [], spec: { serviceAccount: 'web' } }), as('web'));
  assert.deepEqual(await by({ there: [account] }), as('fleet-default'));
  assert.deepEqual(await by({ there: [] }), as('fleet-agent'));
  const unseen = reconciler().identity(await unit());
  assert.equal(unseen.kind === 'gap' && unseen.gap.kind, 'applier-unnamed');
});
