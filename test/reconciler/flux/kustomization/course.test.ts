import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../../../src/object/mask.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Attempt, Course, Said } from '../../../../src/reconciler/attempt.ts';
import { attemptsFor } from '../../../../src/reconciler/flux/kustomization/apply/attempts.ts';
import { courseOf } from '../../../../src/reconciler/flux/kustomization/apply/course.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { configMap, deployment, namespace } from '../../../live/asking.ts';
import { kustomizationOf } from './kustomization-unit.ts';

const strategies = (): undefined => undefined;
const mask = createMask();

function attemptsOf(
  unit: Unit,
  desired: readonly KubeObject[],
  leaving: readonly KubeObject[] = [],
): readonly Attempt[] {
  const declared = desired.map((object) => ({ object, origin: undefined }));
  return attemptsFor(unit, { desired: declared, leaving, live: new Map(), strategies });
}

type Answer = Said['prediction'];

/** `answers` by name; where there is none, the server takes it as it is. */
function said(
  attempts: readonly Attempt[],
  answers: Readonly<Record<string, Answer['kind']>> = {},
): readonly Said[] {
  return attempts.map((attempt) => {
    const { object } = attempt;
    const kind = answers[object.metadata.name] ?? 'object';
    const prediction: Answer = kind === 'object' || kind === 'recreated' ? { kind, object } : { kind };
    return { attempt, live: undefined, prediction };
  });
}

function courses(unit: Unit, answers: readonly Said[], gone = false): readonly string[] {
  const found = courseOf(unit, answers, { gone, strategies, mask });
  return found.map(
    (course, index) => `${answers[index]?.attempt.object.metadata.name ?? ''}: ${course.kind}`,
  );
}

const role: KubeObject = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'reader' },
};
const storageClass: KubeObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
};
const widget: KubeObject = {
  apiVersion: 'example.org/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'default' },
};

test('Definitions and namespaces come first, then classes, then the rest by kind, then what is pruned in reverse', () => {
  const unit = kustomizationOf();
  const leaving = [configMap('left', {}), deployment('gone'), namespace('old')];
  const attempts = attemptsOf(
    unit,
    [deployment('api'), widget, storageClass, configMap('one', {}), role, namespace('web')],
    leaving,
  );
  assert.deepEqual(
    attempts.map(({ kind, stage, object }) => `${String(stage)} ${kind} ${object.metadata.name}`),
    [
      '0 apply web',
      '0 apply reader',
      '1 apply fast',
      '3 apply one',
      '3 apply api',
      '3 apply w',
      '4 delete gone',
      '4 delete left',
      '4 delete old',
    ],
  );
});

test('Kinds of the operator’s own stage come between classes and the rest', () => {
  const unit = kustomizationOf({ installation: { customStageKinds: ['example.org/Widget'] } });
  assert.deepEqual(
    attemptsOf(unit, [configMap('one', {}), widget]).map(
      ({ stage, object }) => `${String(stage)} ${object.metadata.name}`,
    ),
    ['2 w', '3 one'],
  );
});

test('Each apply is forced, by one manager, and takes over nothing of what is not there', () => {
  const [attempt] = attemptsOf(kustomizationOf({ spec: { force: true } }), [configMap('one', {})]);
  assert.deepEqual(attempt, {
    kind: 'apply',
    object: configMap('one', {}),
    manager: 'kustomize-controller',
    force: true,
    validation: 'Warn',
    stage: 3,
  });
});

test('A refusal stops its whole stage and all that comes later, and what came before has landed', () => {
  const unit = kustomizationOf();
  const attempts = attemptsOf(
    unit,
    [namespace('web'), configMap('bad', {}), configMap('good', {})],
    [configMap('left', {})],
  );
  assert.deepEqual(courses(unit, said(attempts, { bad: 'failed' })), [
    'web: as-said',
    'bad: as-said',
    'good: not-reached',
    'left: not-reached',
  ]);
});

test('What is made anew in a stage that fails may be gone by then', () => {
  const unit = kustomizationOf();
  const attempts = attemptsOf(unit, [configMap('bad', {}), configMap('anew', {})]);
  assert.deepEqual(courses(unit, said(attempts, { bad: 'unserved', anew: 'recreated' })), [
    'anew: unknown',
    'bad: as-said',
  ]);
});

test('A deletion that fails keeps none of the others from being made', () => {
  const unit = kustomizationOf();
  const attempts = attemptsOf(unit, [], [configMap('one', {}), configMap('two', {})]);
  const kinds = courses(unit, said(attempts, { two: 'failed', one: 'deleted' }));
  assert.deepEqual(kinds, ['two: as-said', 'one: as-said']);
  assert.deepEqual(courses(unit, said(attempts, { two: 'failed' }), true), kinds);
});

test('A Secret that only SOPS can read stops all where no decryption is set, also what comes before it', () => {
  const encrypted = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'token', namespace: 'default' },
    data: { a: 'ENC[AES256_GCM,data:x]' },
    sops: { mac: 'x' },
  };
  const unit = kustomizationOf();
  const attempts = attemptsOf(unit, [namespace('web'), encrypted]);
  assert.deepEqual(
    attempts.map(({ kind }) => kind),
    ['apply', 'refuse'],
  );
  assert.deepEqual(courses(unit, said(attempts)), ['web: not-reached', 'token: as-said']);
  const [, unseen] = attemptsOf(kustomizationOf({ spec: { decryption: { provider: 'sops' } } }), [
    namespace('web'),
    encrypted,
  ]);
  assert.ok(unseen?.kind === 'unknown');
  assert.equal(unseen.gap, 'sops');
});

test('An object without a namespace stops its stage', () => {
  const unit = kustomizationOf();
  const lost = { ...configMap('lost', {}), metadata: { name: 'lost', namespace: '' } };
  const attempts = attemptsOf(unit, [lost, configMap('one', {})]);
  assert.deepEqual(courses(unit, said(attempts)), ['lost: as-said', 'one: not-reached']);
});

test('What is marked as left alone is skipped, by what is declared or by what lives', () => {
  const flux = 'kustomize.toolkit.fluxcd.io';
  const marked = (key: string, value: string): KubeObject => {
    const { metadata, ...rest } = configMap('one', {});
    return {
      ...rest,
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...metadata, annotations: { [`${flux}/${key}`]: value } },
    };
  };
  const kindOf = (object: KubeObject, live?: KubeObject): string | undefined => {
    const there = live === undefined ? [] : [['\nConfigMap\ndefault\none', live] as const];
    const desired = [{ object, origin: undefined }];
    return attemptsFor(kustomizationOf(), { desired, leaving: [], live: new Map(there), strategies })[0]
      ?.kind;
  };
  const plain = configMap('one', {});
  assert.equal(kindOf(plain, plain), 'apply');
  assert.equal(kindOf(marked('reconcile', 'disabled')), 'skip');
  assert.equal(kindOf(plain, marked('reconcile', 'Disabled')), 'skip');
  assert.equal(kindOf(plain, marked('ssa', 'Ignore')), 'skip');
  assert.equal(kindOf(marked('ssa', 'IfNotPresent')), 'apply');
  assert.equal(kindOf(marked('ssa', 'IfNotPresent'), plain), 'skip');
  assert.equal(kindOf(plain, marked('ssa', 'IfNotPresent')), 'apply');
});

test('What differs only where Flux does not compare is not written', () => {
  const unit = kustomizationOf();
  const [attempt] = attemptsOf(unit, [configMap('one', {})]);
  assert.ok(attempt !== undefined);
  const live = configMap('one', {});
  const finalized = { ...live, metadata: { ...live.metadata, finalizers: ['a.example.org/b'] } };
  const told = (object: KubeObject): Course['kind'] | undefined =>
    courseOf(unit, [{ attempt, live, prediction: { kind: 'object', object } }], {
      gone: false,
      strategies,
      mask,
    })[0]?.kind;
  assert.equal(told(finalized), 'skipped');
  assert.equal(told({ ...finalized, data: { a: '1' } }), 'as-said');
  assert.equal(told(live), 'as-said');
});
