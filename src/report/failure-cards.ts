/** What cannot be applied (refused, in conflict, not reached, not rendered, not merged) -> cards. */
import { compareText } from '../object/canonical.ts';
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import type { Change, Refuser } from '../diff/change.ts';
import type { Card } from './card.ts';
import { membersOf } from './card.ts';
import { refusalAdvice } from './refusal-advice.ts';
import type { Review } from './review.ts';
import { compareChanges } from './tally.ts';

interface Failure {
  readonly title: Masked;
  readonly advice: Masked;
}

const refusals: Readonly<Record<Refuser, Failure>> = {
  server: {
    title: words`The API server would refuse this`,
    advice: refusalAdvice(undefined),
  },
  reconciler: {
    title: words`The reconciler would refuse this`,
    advice: words`Move the object, or change the reconciler's rules for it.`,
  },
  rights: {
    title: words`The account that applies this lacks the right`,
    advice: words`Give the account the right before the merge.`,
  },
};

const conflict: Failure = {
  title: words`Another writer owns fields that this sets`,
  advice: words`Let one writer own each field: leave it out here, or take it over on purpose.`,
};

const notReached: Failure = {
  title: words`This would not be applied, because an earlier object fails`,
  advice: words`Correct the earlier object.`,
};

export function failureCards(review: Review): readonly Card[] {
  const failed = review.changes.filter((change) => failureOf(change) !== undefined).toSorted(compareChanges);
  const alike = Map.groupBy(failed, ({ action, by, message }) => JSON.stringify([action, by, message]));
  return [
    ...mergeCards(review),
    ...renderCards(review),
    ...[...alike.values()].flatMap((changes) => cardOf(changes)),
  ];
}

function failureOf({ action, by, message }: Change): Failure | undefined {
  if (action === 'refused') {
    const isServer = (by ?? 'server') === 'server';
    return { ...refusals[by ?? 'server'], ...(isServer && { advice: refusalAdvice(message) }) };
  }
  if (action === 'conflict') return conflict;
  return action === 'not-reached' ? notReached : undefined;
}

function cardOf(changes: readonly Change[]): readonly Card[] {
  const [first] = changes;
  const failure = first === undefined ? undefined : failureOf(first);
  if (first === undefined || failure === undefined) return [];
  const members = changes.map((change) => ({
    unit: change.unit,
    objects: [change.object],
    places: [],
    note: undefined,
  }));
  return [
    { tone: 'fails', ...failure, detail: undefined, quote: first.message, members: membersOf(members) },
  ];
}

/** A failed render is a finding of its own; without one it must not stay unsaid. */
function renderCards({ units, findings }: Review): readonly Card[] {
  return units
    .toSorted((a, b) => compareText(a.id, b.id))
    .flatMap(({ id, render }) => {
      const { error } = render;
      if (error === undefined || findings.some(({ detail }) => detail.includes(error))) return [];
      return {
        tone: 'fails',
        title: words`This unit does not render, so nothing of it was compared`,
        detail: undefined,
        quote: error,
        advice: words`Correct its source.`,
        members: [{ unit: id, objects: [], places: [], note: undefined }],
      } as const;
    });
}

function mergeCards({ merge, base }: Review): readonly Card[] {
  if (merge.conflicts.length === 0) return [];
  return [
    {
      tone: 'fails',
      title: words`The pull request does not merge into ${base.ref ?? words`its base`}`,
      detail: undefined,
      quote: undefined,
      advice: words`Merge the base into the branch, solve the conflicts, and push.`,
      members: merge.conflicts.toSorted(compareText).map((file) => ({
        unit: undefined,
        objects: [],
        places: [],
        note: words`\`${file}\``,
      })),
    },
  ];
}
