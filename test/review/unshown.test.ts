import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Answer, Prediction } from '../../src/live/answer.ts';
import { objectKey } from '../../src/object/identity.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { words } from '../../src/object/masked.ts';
import type { Attempt } from '../../src/reconciler/attempt.ts';
import { unitCourse } from '../../src/reconciler/argo-cd/unit-course.ts';
import { argoUnit } from '../../src/reconciler/argo-cd/application.ts';
import type { Unit } from '../../src/reconciler/unit.ts';
import { runCourse } from '../../src/review/run-course.ts';
import { givenOf } from '../../src/review/unshown.ts';
import { unitOf } from '../reconciler/argo-cd/sync/story.ts';

function secret(password: string, more: Readonly<Record<string, string>> = {}): KubeObject {
  const metadata = { name: 'theirs', namespace: 'payments', annotations: { ...more } };
  return { apiVersion: 'v1', kind: 'Secret', metadata, data: { password } };
}

const mine: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'z', namespace: 'shop' } };

function answerTo(object: KubeObject, live: KubeObject | undefined, prediction: Prediction): Answer {
  const attempt: Attempt = { kind: 'put', object, manager: 'm', validation: 'Strict', stage: live ? 0 : 1 };
  const found =
    live === undefined ? ({ kind: 'absent' } as const) : ({ kind: 'found', object: live } as const);
  return { attempt, live: found, prediction, warnings: [], assumes: [] };
}

const strategies = (): { readonly kind: 'json-merge' } => ({ kind: 'json-merge' });

const settings = { project: { destinations: [{ server: '*', namespace: '*' }], sourceRepos: ['*'] } };
const isOpen = ({ namespace }: { readonly namespace: string }): boolean => namespace !== 'payments';

/** Of an Application that declares a guess of what somebody else's Secret holds, and an object in the stage after it. */
async function told(
  unit: Unit,
  [guess, prediction]: readonly [KubeObject, Prediction],
  shows = isOpen,
): Promise<readonly string[]> {
  const live = secret('aHVudGVyMg==', { by: 'them' });
  const answers = [
    answerTo(guess, live, prediction),
    answerTo(mine, undefined, { kind: 'object', object: mine }),
  ];
  const reconciler = {
    course: async (...[of, said, situation]: Parameters<typeof unitCourseNow>) =>
      unitCourseNow(of, said, situation),
  };
  const reached = await runCourse({ unit, reconciler }, answers, { gone: false, strategies, shows });
  assert.equal(reached.length, 2);
  return reached.map((one) => one.prediction.kind);
}

const unitCourseNow = async (
  unit: Unit,
  said: Parameters<typeof unitCourse>[1],
  situation: Pick<Parameters<typeof unitCourse>[2], 'gone' | 'strategies'>,
): ReturnType<typeof unitCourse> => unitCourse(unit, said, { ...situation, now: 0 });

function predicted(guess: KubeObject): Prediction {
  return { kind: 'object', object: guess };
}

test('Whether a guess of what may not be shown is right decides about no sync', async () => {
  const ignoreDifferences = [{ group: '', kind: 'Secret', jsonPointers: ['/metadata/annotations'] }];
  const syncPolicy = { automated: {}, syncOptions: ['ApplyOutOfSyncOnly=true'] };
  const spec = { ...argoUnit(unitOf({ syncPolicy })).application.spec, ignoreDifferences };
  const unit = unitOf({ application: { spec }, settings });
  for (const data of ['aHVudGVyMg==', 'Z3Vlc3M=']) {
    const guess = secret(data);
    assert.deepEqual(await told(unit, [guess, predicted(guess)]), ['object', 'object']);
  }
  const right = secret('aHVudGVyMg==');
  assert.deepEqual(await told(unit, [right, predicted(right)], () => true), ['skipped', 'object']);
});

test('Whether the server refuses it by what lives stops nothing that comes after it', async () => {
  const unit = unitOf({ syncPolicy: { automated: {} }, settings });
  const refused: Prediction = { kind: 'refused', by: 'server', message: words`it is immutable` };
  const guess = secret('Z3Vlc3M=');
  const [, after] = await told(unit, [guess, refused]);
  assert.equal(after, 'object');
  const lacking: Prediction = { kind: 'refused', by: 'rights', message: words`it lacks a right` };
  assert.equal((await told(unit, [guess, lacking]))[1], 'not-reached');
});

test('A reconciler is given of what may not be shown that it is there', () => {
  const [theirs, own] = [secret('aHVudGVyMg=='), mine];
  const live = new Map([theirs, own].map((object) => [objectKey(object), object] as const));
  const given = givenOf(live, ({ namespace }) => namespace === 'shop');
  assert.deepEqual(
    [...given.values()],
    [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'theirs', namespace: 'payments' } }, own],
  );
});
