/** Settings by which a reconciler looks away -> findings where it looks away from more than before. */
import { groupVersionOf } from '../../object/identity.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { words } from '../../object/masked.ts';
import { ignoredBy } from '../ignored.ts';
import { existing, judged } from '../judged.ts';
import { listed, named } from '../named.ts';
import type { Rule } from '../rule.ts';

function keyOf({ apiVersion, kind }: KubeObject): string {
  return `${groupVersionOf(apiVersion).group}/${kind}`;
}

export const ignoreRuleWidened: Rule = {
  name: 'ignore-rule-widened',
  about: {
    title: 'A reconciler looks away from more than before',
    why: 'What is ignored is no longer compared: a change made in the cluster stays unseen, although every status is green. Some of these settings also stop the apply or the prune.',
    advice: 'Ignore the one field that its writer needs, on the one object, and no more.',
  },
  needs: () => [],
  judge: ({ comparisons, mask }) =>
    existing(comparisons).flatMap(({ comparison, before, after }) => {
      const had = new Set(ignoredBy(before, keyOf(before)).map(({ text }) => text));
      const added = ignoredBy(after, keyOf(after)).filter(({ text }) => !had.has(text));
      if (added.length === 0) return [];
      return [
        judged(comparison, {
          severity: 'warn',
          title: words`${named(comparison.change.object, mask)} hides more from its reconciler`,
          detail: words`From now on it leaves alone: ${listed(
            added.map(({ text }) => text),
            mask,
          )}.`,
          advice: words`Ignore the one field that its writer needs, on the one object, and no more.`,
          fields: added.map(({ field }) => field),
        }),
      ];
    }),
};
