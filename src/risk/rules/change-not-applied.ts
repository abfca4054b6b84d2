/** Units of which nothing that the pull request changes is applied, since no apply starts -> one finding each. */
import type { Comparison } from '../../diff/change.ts';
import { unversioned } from '../../object/identity.ts';
import type { Masked } from '../../object/masked.ts';
import { words } from '../../object/masked.ts';
import type { Judgement, Rule } from '../rule.ts';

/** Of one unit: what head changes is left alone, all of it for one reason. */
function reasonIn(comparisons: readonly Comparison[]): Masked | undefined {
  const [first, ...others] = comparisons.map(({ change }) =>
    change.action === 'skipped' ? change.message : undefined,
  );
  return others.every((reason) => reason === first) ? first : undefined;
}

function judgeUnit(unit: string, comparisons: readonly Comparison[]): readonly Judgement[] {
  const changing = comparisons.filter(
    ({ change, before, after }) => change.causes.includes('pull-request') && before && after,
  );
  const all = comparisons.filter(({ change }) => change.causes.length > 0);
  const why = changing.length === all.length ? reasonIn(changing) : undefined;
  if (why === undefined) return [];
  const objects = changing.map(({ change: { object } }) => unversioned(object));
  return [
    {
      severity: 'warn',
      unit,
      comparisons: changing,
      objects,
      title: words`This pull request changes objects, and nothing applies the change`,
      detail: words`After the merge the cluster stays as it is, while every status is green: ${why}.`,
      advice: words`If the change is meant to land, start the apply by hand after the merge, or take away what keeps it from starting.`,
      restsOn: { why },
    },
  ];
}

export const changeNotApplied: Rule = {
  name: 'change-not-applied',
  about: {
    title: 'A change that nothing applies',
    why: 'A reconciler that sees no difference starts no apply: what only touches ignored fields is merged, shown as synced, and never reaches the cluster.',
    advice: 'Start the apply by hand after the merge, or take away what keeps it from starting.',
  },
  needs: () => [],
  judge: ({ comparisons }) =>
    [...Map.groupBy(comparisons, ({ change }) => change.unit)].flatMap(([unit, group]) =>
      judgeUnit(unit, group),
    ),
};
