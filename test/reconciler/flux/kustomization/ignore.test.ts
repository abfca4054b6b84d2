import assert from 'node:assert/strict';
import { test } from 'node:test';

import { at, type Json, type JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Attempt } from '../../../../src/reconciler/attempt.ts';
import { attemptsFor } from '../../../../src/reconciler/flux/kustomization/apply/attempts.ts';
import { labelSelector } from '../../../../src/reconciler/flux/kustomization/ignore/label-selector.ts';
import { newlyHidden } from '../../../../src/reconciler/flux/kustomization/ignore/newly-hidden.ts';
import { deployment } from '../../../live/asking.ts';
import { kustomizationOf, type Shape } from './kustomization-unit.ts';

const sent = deployment('web', { replicas: 2 });

function entry(manager: string, operation: string, fieldsV1: JsonObject): JsonObject {
  return { manager, operation, apiVersion: 'apps/v1', fieldsType: 'FieldsV1', fieldsV1 };
}

const replicas = { 'f:spec': { 'f:replicas': {} } };

function liveWith(count: number, ...managedFields: readonly JsonObject[]): KubeObject {
  const object = deployment('web', { replicas: count });
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

function attempted(ignore: Json, live: KubeObject | undefined, shape: Shape = {}): Attempt {
  const there = live === undefined ? [] : [['apps\nDeployment\ndefault\nweb', live] as const];
  const [attempt] = attemptsFor(kustomizationOf({ ...shape, spec: { ignore } }), {
    desired: [{ object: sent, origin: undefined }],
    leaving: [],
    live: new Map(there),
    strategies: () => undefined,
  });
  assert.ok(attempt !== undefined);
  return attempt;
}

function replicasSent(ignore: Json, live: KubeObject | undefined, shape: Shape = {}): Json | undefined {
  const attempt = attempted(ignore, live, shape);
  assert.ok(attempt.kind === 'apply');
  return at(attempt.object, 'spec', 'replicas');
}

const rule = [{ paths: ['/spec/replicas'], target: { kind: 'Deployment' } }];
const own = entry('kustomize-controller', 'Apply', replicas);

test('An ignored field is sent as it lives, and left out where another applies it', () => {
  assert.equal(replicasSent([], liveWith(5, own)), 2);
  assert.equal(replicasSent(rule, liveWith(5, own)), 5);
  assert.equal(replicasSent(rule, liveWith(5, entry('keda', 'Update', replicas))), 5);
  assert.equal(replicasSent(rule, liveWith(5, own, entry('keda', 'Apply', replicas))), undefined);
});

test('What kubectl applied is the controller’s own by then', () => {
  assert.equal(replicasSent(rule, liveWith(5, own, entry('kubectl', 'Apply', replicas))), 5);
});

test('What is not there yet is made with all its fields, and older controllers know no such rule', () => {
  assert.equal(replicasSent(rule, undefined), 2);
  const older = { versions: { source: 'v1.7.3', kustomize: 'v1.7.3', helm: 'v1.4.0' } };
  assert.equal(replicasSent(rule, liveWith(5, own), { installation: older }), 2);
});

test('A rule is for what its target names: whole names, and labels', () => {
  const live = liveWith(5, own);
  const aimed = (target: JsonObject): Json | undefined =>
    replicasSent([{ paths: ['/spec/replicas'], target }], live);
  assert.equal(aimed({}), 5);
  assert.equal(aimed({ kind: 'Deploy' }), 2);
  assert.equal(
    aimed({ kind: 'Deploy.*', group: 'apps', version: 'v1', name: 'w[a-e]b', namespace: 'default' }),
    5,
  );
  assert.equal(aimed({ labelSelector: 'app=web' }), 2);
  assert.equal(aimed({ labelSelector: '!app' }), 5);
});

test('A target that is not read here leaves open what is sent', () => {
  const attempt = attempted([{ paths: ['/spec/replicas'], target: { name: '(?i)WEB' } }], liveWith(5, own));
  assert.equal(attempt.kind, 'unknown');
});

test('A field of an item is found by the item’s keys', () => {
  const path = '/spec/template/spec/containers/0/image';
  const image = {
    'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } } },
  };
  const object = deployment('web', { image: 'web:9' });
  const live = {
    ...object,
    metadata: { ...object.metadata, managedFields: [entry('updater', 'Apply', image)] },
  };
  const attempt = attempted([{ paths: [path] }], live);
  assert.ok(attempt.kind === 'apply');
  assert.deepEqual(attempt.object['spec'], {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web' }] } },
  });
});

test('Selectors of labels are read as the API has them', () => {
  const fits = (text: string, marks: Readonly<Record<string, string>>): boolean | undefined =>
    labelSelector(text)?.(marks);
  assert.equal(fits('a=1,b!=2', { a: '1' }), true);
  assert.equal(fits('a==1,b!=2', { a: '1', b: '2' }), false);
  assert.equal(fits('a in (1, 2),c', { a: '2', c: '' }), true);
  assert.equal(fits('a notin (1,2)', {}), true);
  assert.equal(fits('x.example.org/a', { 'x.example.org/a': '' }), true);
  assert.equal(fits('a > 3', { a: '4' }), undefined);
});

test('A rule that head has and base has not hides what lives in its fields', () => {
  const live = liveWith(5, own);
  const base = kustomizationOf({
    spec: { ignore: [{ paths: ['/spec/paused'], target: { kind: 'Deployment' } }] },
  });
  const head = kustomizationOf({
    spec: { ignore: [{ paths: ['/spec/paused', '/spec/replicas'], target: { kind: 'Deployment' } }] },
  });
  assert.deepEqual(newlyHidden(base, head, [live]), [
    {
      writtenIn: {
        group: 'kustomize.toolkit.fluxcd.io',
        kind: 'Kustomization',
        namespace: 'flux-system',
        name: 'apps',
      },
      place: undefined,
      rule: '/spec/replicas of kind Deployment',
      hidden: [
        {
          object: { group: 'apps', kind: 'Deployment', namespace: 'default', name: 'web' },
          fields: [['spec', 'replicas']],
        },
      ],
      stillWritten: false,
    },
  ]);
  assert.deepEqual(newlyHidden(head, head, [live]), []);
  assert.deepEqual(newlyHidden(undefined, head, [live]), []);
});
