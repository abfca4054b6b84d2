import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitCourse } from '../../../src/reconciler/argo-cd/unit-course.ts';
import { automated } from './sync/courses.ts';
import { answered, attemptsOf, object } from './sync/story.ts';

test('An Application that is deleted takes its objects with it, and makes no namespace', async () => {
  const unit = automated({ options: ['CreateNamespace=true'] });
  const leaving = [object('ConfigMap/a')];
  const said = answered(await attemptsOf(unit, { desired: [], leaving }), leaving, {});
  const strategies = () => ({ kind: 'json-merge' }) as const;
  const courses = await unitCourse(unit, said, { gone: true, strategies, now: 0 });
  assert.deepEqual(
    said.map(({ attempt }, index) => `${attempt.object.kind} ${courses[index]?.kind ?? 'none'}`),
    ['Namespace skipped', 'ConfigMap as-said'],
  );
});
