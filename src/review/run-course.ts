/** What the API server said to each attempt -> what comes of it in the course of this reconciler's apply. */
import type { Answer, Prediction } from '../live/answer.ts';
import { identityOf } from '../object/identity.ts';
import type { Course, Said, SaidToComparison } from '../reconciler/attempt.ts';
import type { Situation } from '../reconciler/contract.ts';
import type { Sided } from '../reconciler/pairs.ts';
import { givenAnswer } from './unshown.ts';
import type { Shows } from './unshown.ts';

interface CourseOf {
  readonly unit: Sided['unit'];
  readonly reconciler: Pick<Sided['reconciler'], 'course'>;
}

/** One answer for each, in the same order. */
export async function runCourse(
  { unit, reconciler }: CourseOf,
  answers: readonly Answer[],
  { shows, ...situation }: Situation & { readonly shows: Shows },
): Promise<readonly Answer[]> {
  const said = answers.map((answer) => givenTo(answer, shows));
  const courses = await reconciler.course(unit, said, situation);
  return answers.map((answer, index) => after(unit.id, answer, courses[index]));
}

/** Who applies lacks a right whatever lives. */
function givenTo(answer: Answer, shows: Shows): Said {
  const said = saidOf(answer);
  const given = givenAnswer(said, shows);
  const isByRights = answer.prediction.kind === 'refused' && answer.prediction.by === 'rights';
  return isByRights ? { ...given, prediction: said.prediction } : given;
}

function saidOf({ attempt, live, prediction, compared }: Answer): Said {
  return {
    attempt,
    live: live.kind === 'found' ? live.object : undefined,
    prediction: shortened(prediction),
    ...(compared === undefined ? {} : { compared: comparedAs(compared) }),
  };
}

function comparedAs(compared: Prediction): SaidToComparison {
  if (compared.kind === 'object') return { kind: 'object', object: compared.object };
  const isRefused = compared.kind === 'refused' || compared.kind === 'conflict';
  return isRefused ? { kind: 'refused', why: compared.message } : { kind: 'unknown' };
}

function shortened(prediction: Prediction): Said['prediction'] {
  switch (prediction.kind) {
    case 'object':
    case 'recreated':
      return prediction;
    case 'deleted':
    case 'skipped':
      return { kind: prediction.kind };
    case 'refused':
      return { kind: refusal(prediction) };
    case 'conflict':
      return { kind: 'failed' };
    case 'not-reached':
    case 'gap':
      return { kind: 'unknown' };
  }
}

function refusal({
  unserved,
  unread,
}: Extract<Prediction, { readonly kind: 'refused' }>): 'unserved' | 'unread' | 'failed' {
  if (unserved === true) return 'unserved';
  return unread === true ? 'unread' : 'failed';
}

function after(unit: string, answer: Answer, course: Course | undefined): Answer {
  const settled = settledBy(unit, answer, course);
  return course?.hidden === undefined ? settled : { ...settled, hidden: course.hidden };
}

function settledBy(unit: string, answer: Answer, course: Course | undefined): Answer {
  switch (course?.kind) {
    case undefined:
    case 'as-said':
      return answer;
    case 'skipped':
    case 'not-reached':
      return without(answer, course);
    case 'refused':
      return without(answer, { kind: 'refused', by: 'reconciler', message: course.why });
    case 'unknown': {
      const object = identityOf(answer.attempt.object);
      const gap = { kind: 'live-value-needed', unit, object, why: course.why } as const;
      return without(answer, { kind: 'gap', gap });
    }
  }
}

/** What the API server would have said to it no longer counts. */
function without({ attempt, live, warnings }: Answer, prediction: Prediction): Answer {
  return { attempt, live, prediction, warnings, assumes: [] };
}
