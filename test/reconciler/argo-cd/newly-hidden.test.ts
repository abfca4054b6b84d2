import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { newlyHidden } from '../../../src/reconciler/argo-cd/ignore/newly-hidden.ts';
import type { Unit } from '../../../src/reconciler/unit.ts';
import { unitOf } from './sync/story.ts';

function ignoring(spec: JsonObject, generatedBy: string | null = null): Unit {
  return unitOf({ application: { spec, generatedBy } });
}

const rule = { group: 'apps', kind: 'Deployment' };
const replicas = { ...rule, jsonPointers: ['/spec/replicas'] };
const paused = { ...rule, jqPathExpressions: ['.spec.paused'] };

function deployment(name: string, spec: JsonObject): KubeObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'shop' }, spec };
}

const live = [
  deployment('web', { replicas: 5, paused: true }),
  deployment('api', { replicas: 2 }),
  { ...deployment('web', { replicas: 5 }), kind: 'StatefulSet' },
];

test('a rule that comes is told with the live fields that it hides, a rule that was there is not', async () => {
  const base = ignoring({ ignoreDifferences: [replicas] });
  const head = ignoring({ ignoreDifferences: [replicas, paused] });
  const [found, ...others] = await newlyHidden(base, head, live);
  assert.equal(others.length, 0);
  assert.deepEqual(found?.writtenIn, {
    group: 'argoproj.io',
    kind: 'Application',
    namespace: 'argocd',
    name: 'shop',
  });
  assert.equal(found.rule, '.spec.paused of apps/Deployment');
  assert.equal(found.stillWritten, true);
  assert.deepEqual(
    found.hidden.map(({ object, fields }) => [object.name, fields]),
    [['web', [['spec', 'paused']]]],
  );
});

test('it counts each object that has the field, and says where the rule is written', async () => {
  const respects = { syncOptions: ['RespectIgnoreDifferences=true'] };
  const spec = { ignoreDifferences: [replicas], syncPolicy: respects };
  const [found] = await newlyHidden(ignoring({}), ignoring(spec, 'argocd/shops'), live);
  assert.deepEqual(
    found?.hidden.map(({ object: { kind, name } }) => `${kind}/${name}`),
    ['Deployment/web', 'Deployment/api'],
  );
  assert.equal(found?.writtenIn.kind, 'ApplicationSet');
  assert.equal(found?.stillWritten, false);
});

test('a new Application hides nothing that was seen before', async () => {
  assert.deepEqual(await newlyHidden(undefined, ignoring({ ignoreDifferences: [replicas] }), live), []);
});
