import assert from 'node:assert/strict';
import { test } from 'node:test';

import { words } from '../../../src/object/masked.ts';
import { unitCourse } from '../../../src/reconciler/argo-cd/unit-course.ts';
import type { SaidToComparison } from '../../../src/reconciler/attempt.ts';
import { attemptsOf, object, unitOf, type UnitOptions } from './sync/story.ts';

const live = object('ConfigMap/a');
const project = { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] };
const desired = [{ ...live, data: { a: '1' } }];

async function coursesOf(options: UnitOptions, compared: SaidToComparison): Promise<readonly string[]> {
  const unit = unitOf({ syncPolicy: { automated: {} }, settings: { project }, ...options });
  const attempts = await attemptsOf(unit, { desired, live: [live] });
  const said = attempts.map((attempt) => ({
    attempt,
    live,
    prediction: { kind: 'object' as const, object: attempt.object },
    ...(attempt.comparedBy === undefined ? {} : { compared }),
  }));
  const courses = await unitCourse(unit, said, {
    gone: false,
    strategies: () => ({ kind: 'json-merge' }),
    now: 0,
  });
  assert.equal(courses.length, 1);
  return courses.map((course) => ('why' in course ? `${course.kind}: ${course.why}` : course.kind));
}

const onServer = { installation: { serverSideDiff: true } };
const refused = { kind: 'refused', why: words`a port has the same name` } as const;
const same = { kind: 'object', object: live } as const;
const inSync = 'skipped: nothing that Argo CD compares differs, so it starts no sync';

function annotated(word: string): UnitOptions['application'] & object {
  return { annotations: { 'argocd.argoproj.io/compare-options': word } };
}

test('Where the server refuses the apply by which Argo CD compares, nothing of the Application is synced', async () => {
  assert.deepEqual(await coursesOf(onServer, refused), [
    'refused: Argo CD compares it by a server-side apply as a dry run, which the server refuses for ConfigMap a, so Argo CD neither compares nor syncs it: a port has the same name',
  ]);
  assert.deepEqual(await coursesOf({}, refused), ['as-said']);
});

test('What that apply comes to counts, and not what the sync itself would come to', async () => {
  assert.deepEqual(await coursesOf(onServer, same), [inSync]);
  assert.deepEqual(await coursesOf({ application: annotated('ServerSideDiff=true') }, same), [inSync]);
});

test('ServerSideDiff=false counts before what the installation or the same annotation says', async () => {
  const both = annotated('ServerSideDiff=true,ServerSideDiff=false');
  assert.deepEqual(await coursesOf({ ...onServer, application: both }, same), ['as-said']);
});
