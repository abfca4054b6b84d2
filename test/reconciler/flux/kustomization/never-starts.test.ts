import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../../../src/object/mask.ts';
import type { Course } from '../../../../src/reconciler/attempt.ts';
import { attemptsFor } from '../../../../src/reconciler/flux/kustomization/apply/attempts.ts';
import { courseOf } from '../../../../src/reconciler/flux/kustomization/apply/course.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { configMap } from '../../../live/asking.ts';
import { kustomizationOf, type Shape } from './kustomization-unit.ts';

const strategies = (): undefined => undefined;
const mask = createMask();

function onlyCourse(shape: Shape, unrendered: readonly Unit[] = []): Course {
  const unit = kustomizationOf(shape);
  const object = configMap('one', {});
  const desired = [{ object, origin: undefined }];
  const [attempt] = attemptsFor(unit, { desired, leaving: [], live: new Map(), strategies });
  assert.ok(attempt !== undefined);
  const said = [{ attempt, live: undefined, prediction: { kind: 'object', object } } as const];
  const [course] = courseOf(unit, said, { gone: false, strategies, mask, unrendered });
  assert.ok(course !== undefined);
  return course;
}

test('Nothing is applied of one that is suspended, or whose source does not move', () => {
  assert.equal(onlyCourse({}).kind, 'as-said');
  assert.equal(onlyCourse({ spec: { suspend: true } }).kind, 'skipped');
  assert.equal(onlyCourse({ spec: { suspend: true }, live: null }).kind, 'skipped');
  assert.equal(onlyCourse({ source: { moves: false, follows: 'tag v1' } }).kind, 'skipped');
  assert.equal(onlyCourse({ source: { suspended: true } }).kind, 'skipped');
});

test('What a source that does not move gives to a new Kustomization, or to another spec, is not rendered here', () => {
  const source = { moves: false, follows: 'tag v1' };
  assert.equal(onlyCourse({ source, live: null }).kind, 'unknown');
  assert.equal(
    onlyCourse({ source, spec: { path: './b' }, live: { spec: { path: './a' } } }).kind,
    'unknown',
  );
});

test('A source of another namespace is refused where this Flux does not allow it', () => {
  const spec = { sourceRef: { kind: 'GitRepository', name: 'fleet', namespace: 'other' } };
  assert.equal(onlyCourse({ spec }).kind, 'as-said');
  assert.equal(onlyCourse({ spec, installation: { noCrossNamespaceRefs: true } }).kind, 'refused');
});

test('It waits for what it depends on where that does not render', () => {
  const waiting = { spec: { dependsOn: [{ name: 'apps' }] } };
  assert.equal(onlyCourse(waiting).kind, 'as-said');
  assert.equal(onlyCourse(waiting, [kustomizationOf()]).kind, 'skipped');
  const elsewhere = kustomizationOf({ home: { cluster: 'other', namespace: undefined } });
  assert.equal(onlyCourse(waiting, [elsewhere]).kind, 'as-said');
});

test('A suspension that comes with the merge stops nothing for sure', () => {
  assert.equal(onlyCourse({ spec: { suspend: true }, live: { spec: {} } }).kind, 'as-said');
});
