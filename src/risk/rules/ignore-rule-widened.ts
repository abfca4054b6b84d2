/** Settings by which a reconciler looks away -> findings where it looks away from more than before, and what that hides. */
import { groupVersionOf, identityKey } from '../../object/identity.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { words } from '../../object/masked.ts';
import { ignoredBy } from '../ignored.ts';
import { existing, judged } from '../judged.ts';
import { listed, named } from '../named.ts';
import { hiddenWords, isWrittenIn } from '../newly-hidden.ts';
import type { Judgement, NewlyHiddenIn, Rule, Subject } from '../rule.ts';

const advice = words`Ignore the one field that its writer needs, on the one object, and no more.`;

function keyOf({ apiVersion, kind }: KubeObject): string {
  return `${groupVersionOf(apiVersion).group}/${kind}`;
}

function inObjects({ comparisons, newlyHidden, mask }: Subject): readonly Judgement[] {
  return existing(comparisons).flatMap(({ comparison, before, after }) => {
    const had = new Set(ignoredBy(before, keyOf(before)).map(({ text }) => text));
    const added = ignoredBy(after, keyOf(after)).filter(({ text }) => !had.has(text));
    if (added.length === 0) return [];
    const { object } = comparison.change;
    const hidden = newlyHidden.filter((one) => isWrittenIn(one, object));
    const texts = added.map(({ text }) => text);
    return [
      judged(comparison, {
        severity: 'warn',
        title: words`${named(object, mask)} hides more from its reconciler`,
        detail: words`From now on it leaves alone: ${listed(texts, mask)}.${hiddenWords(hidden, mask)}`,
        advice,
        fields: added.map(({ field }) => field),
      }),
    ];
  });
}

/** Rules that stand in no object of this review: in a declaration that nothing renders, or in settings of the home cluster. */
function elsewhere({ newlyHidden, mask }: Subject, told: readonly Judgement[]): readonly Judgement[] {
  const others = newlyHidden.filter(
    (one) => !told.some(({ objects }) => objects.some((object) => isWrittenIn(one, object))),
  );
  return [...Map.groupBy(others, ({ writtenIn }) => identityKey(writtenIn)).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [judgeElsewhere(first, group, mask)];
  });
}

function judgeElsewhere(
  { writtenIn }: NewlyHiddenIn,
  group: readonly NewlyHiddenIn[],
  mask: Subject['mask'],
): Judgement {
  const units = [...new Set(group.map(({ unit }) => unit))];
  const rules = [...new Set(group.map(({ rule }) => rule))];
  return {
    severity: 'warn',
    unit: units.length === 1 ? units[0] : undefined,
    comparisons: [],
    objects: [writtenIn],
    title: words`${named(writtenIn, mask)} hides more from its reconciler`,
    detail: words`From now on it leaves alone: ${listed(rules, mask)}.${hiddenWords(group, mask)}`,
    advice,
    places: group.flatMap(({ place }) => place ?? []),
    restsOn: { rules },
  };
}

export const ignoreRuleWidened: Rule = {
  name: 'ignore-rule-widened',
  about: {
    title: 'A reconciler looks away from more than before',
    why: 'What is ignored is no longer compared: a change made in the cluster stays unseen, although every status is green. Some of these settings also stop the apply or the prune.',
    advice: 'Ignore the one field that its writer needs, on the one object, and no more.',
  },
  needs: () => [],
  judge: (subject) => {
    const told = inObjects(subject);
    return [...told, ...elsewhere(subject, told)];
  },
};
