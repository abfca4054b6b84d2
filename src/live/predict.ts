/** Attempts of head and base, and what is live -> the API server's answers: every attempt of head is asked, of base what differs. */
import { isDeepStrictEqual } from 'node:util';

import { identityOf, objectKey } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { words } from '../object/masked.ts';
import type { Attempt } from '../reconciler/attempt.ts';
import type { Answer, Live } from './answer.ts';
import { answerOf } from './answer-of.ts';
import { inParallel } from './in-parallel.ts';
import { newcomersOf } from './newcomers.ts';
import { placed } from './placement.ts';
import type { Question } from './question.ts';
import type { LiveReading } from './read-live.ts';
import type { Session } from './session.ts';

export interface Predicting {
  /** In the reconciler's order. */
  readonly head: readonly Attempt[];
  readonly base: readonly Attempt[];
  readonly live: LiveReading;
  /** All that head declares, of every unit of the review: namespaces and kinds among it may not exist yet. */
  readonly declared: readonly KubeObject[];
}

export interface Predicted {
  /** One answer for each attempt of head, in the same order. */
  readonly head: readonly Answer[];
  /**
   * One for each attempt of base whose object head has an attempt for, in base's order. Where both are the same it is
   * head's answer itself; objects that head drops are not asked.
   */
  readonly base: readonly Answer[];
}

export async function predict(session: Session, asking: Predicting): Promise<Predicted> {
  const newcomers = newcomersOf(session, [...asking.declared, ...appliedBy(asking.head)]);
  const keyOf = (attempt: Attempt): string =>
    objectKey(placed(session.catalog, attempt.object, session.namespace));
  const questionOf = (attempt: Attempt, side: 'head' | 'base'): Question => ({
    attempt,
    live: asking.live.get(keyOf(attempt)) ?? unread(session, attempt),
    newcomers,
    withPod: side === 'head',
  });

  const headByKey = new Map(asking.head.map((attempt) => [keyOf(attempt), attempt] as const));
  const pairs = asking.base.flatMap((attempt) => {
    const head = headByKey.get(keyOf(attempt));
    return head === undefined || head.kind === 'delete'
      ? []
      : [{ attempt, head, same: isSame(attempt, head) }];
  });
  const differing = pairs.filter((pair) => !pair.same).map((pair) => questionOf(pair.attempt, 'base'));
  const questions = [...asking.head.map((attempt) => questionOf(attempt, 'head')), ...differing];
  const answers = await inParallel(questions, session.width, async (question) => answerOf(session, question));

  const byAttempt = new Map(answers.map((answer) => [answer.attempt, answer] as const));
  return {
    head: answers.slice(0, asking.head.length),
    base: pairs.flatMap(({ attempt, head, same }) => byAttempt.get(same ? head : attempt) ?? []),
  };
}

/** A reconciler makes more than is declared: the namespace that it deploys to. */
function appliedBy(attempts: readonly Attempt[]): readonly KubeObject[] {
  const unapplied: readonly Attempt['kind'][] = ['delete', 'skip', 'refuse', 'unknown'];
  return attempts.filter(({ kind }) => !unapplied.includes(kind)).map(({ object }) => object);
}

/** `stage` is the order of the whole and says nothing about the object. */
function isSame(base: Attempt, head: Attempt): boolean {
  return isDeepStrictEqual({ ...base, stage: 0 }, { ...head, stage: 0 });
}

function unread(session: Session, attempt: Attempt): Live {
  const { mask, unit, cluster } = session;
  const why = words`cluster ${mask.text(cluster.name)}: the live object was not read`;
  return { kind: 'gap', gap: { kind: 'kind-unknown', unit, object: identityOf(attempt.object), why } };
}
