/** The answers to the requests of an agent -> what becomes of each (facts §12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Attempt, Said } from '../../../../src/reconciler/attempt.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { strategies } from '../rendering.ts';
import {
  cluster,
  configMap,
  deployment,
  fleetCluster,
  gitRepo,
  home,
  reconciler,
  releaseSecret,
  unitIn,
} from '../story.ts';

const files = { 'web/map.yaml': configMap('web') };

async function unit(isUpgrade: boolean): Promise<Unit> {
  const objects = [
    gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }),
    fleetCluster('prod'),
    ...(isUpgrade ? [deployment('infra-web', 'prod', { release: 'default/infra-web:1' })] : []),
  ];
  const records = isUpgrade ? [releaseSecret({ namespace: 'default', name: 'infra-web' }, {})] : [];
  const clusters = [cluster('hub'), cluster('prod')];
  return unitIn(files, { clusters, homes: [home(objects, { elsewhere: new Map([['prod', records]]) })] });
}

function map(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } };
}

interface Told {
  readonly name: string;
  readonly attempt?: 'apply' | 'delete';
  readonly answer?: 'object' | 'failed';
  readonly lives?: boolean;
}

function said({ name, attempt = 'apply', answer = 'object', lives = true }: Told): Said {
  const object = map(name);
  const sent: Attempt =
    attempt === 'apply'
      ? { kind: 'apply', object, stage: 0, manager: 'fleetagent', force: false, validation: 'Strict' }
      : { kind: 'delete', object, stage: 0, propagation: 'Background' };
  return {
    attempt: sent,
    live: lives ? object : undefined,
    prediction: answer === 'object' ? { kind: 'object', object } : { kind: 'failed' },
  };
}

async function course(isUpgrade: boolean, told: readonly Told[]): Promise<readonly string[]> {
  const answers = await reconciler().course(await unit(isUpgrade), told.map(said), {
    gone: false,
    strategies,
  });
  return answers.map((each) =>
    each.kind === 'not-reached' ? `not-reached after ${each.after.name}` : each.kind,
  );
}

test('a conflict in an upgrade stops no other object, and every removal', async () => {
  assert.deepEqual(
    await course(true, [
      { name: 'a' },
      { name: 'b', answer: 'failed' },
      { name: 'c' },
      { name: 'd', attempt: 'delete' },
    ]),
    ['as-said', 'as-said', 'as-said', 'not-reached after b'],
  );
});

test('what fails to be made ends an upgrade there', async () => {
  assert.deepEqual(
    await course(true, [{ name: 'a' }, { name: 'b', answer: 'failed', lives: false }, { name: 'c' }]),
    ['as-said', 'as-said', 'not-reached after b'],
  );
});

test('an installation tries everything', async () => {
  assert.deepEqual(
    await course(false, [
      { name: 'a', answer: 'failed', lives: false },
      { name: 'b', lives: false },
    ]),
    ['as-said', 'as-said'],
  );
});

test('a removal that fails stops nothing', async () => {
  assert.deepEqual(
    await course(true, [
      { name: 'a' },
      { name: 'b', attempt: 'delete', answer: 'failed' },
      { name: 'c', attempt: 'delete' },
    ]),
    ['as-said', 'as-said', 'as-said'],
  );
});

test('an object whose kind comes with the same release keeps all of it from being made', async () => {
  const definition: KubeObject = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.shop.example' },
    spec: { group: 'shop.example', names: { kind: 'Widget', plural: 'widgets' } },
  };
  const widget: KubeObject = {
    apiVersion: 'shop.example/v1',
    kind: 'Widget',
    metadata: { name: 'w', namespace: 'default' },
  };
  const answers = [definition, widget, map('a')].map((object): Said => ({
    attempt: { kind: 'apply', object, stage: 0, manager: 'fleetagent', force: false, validation: 'Strict' },
    live: undefined,
    prediction: { kind: 'object', object },
  }));
  const courses = await reconciler().course(await unit(false), answers, { gone: false, strategies });
  assert.deepEqual(
    courses.map(({ kind }) => kind),
    ['not-reached', 'refused', 'not-reached'],
  );
});
