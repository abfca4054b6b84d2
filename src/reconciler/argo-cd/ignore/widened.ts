/** The rules of base and head -> the rules that hide more than before, each with what is new in it. */
import type { DifferenceRule } from './rule.ts';

/** A rule of head, with only those pointers, expressions and managers that base did not have for as many objects. */
export function widenedRules(
  base: readonly DifferenceRule[],
  head: readonly DifferenceRule[],
): readonly DifferenceRule[] {
  return head.flatMap((rule) => {
    const covering = base.filter((before) => covers(before, rule));
    const added = (list: List): readonly string[] => {
      const known = new Set(covering.flatMap((before) => before[list]));
      return rule[list].filter((item) => !known.has(item));
    };
    const widened = {
      ...rule,
      jsonPointers: added('jsonPointers'),
      jqPathExpressions: added('jqPathExpressions'),
      managedFieldsManagers: added('managedFieldsManagers'),
    };
    return lists.some((list) => widened[list].length > 0) ? [widened] : [];
  });
}

const lists = ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'] as const;
type List = (typeof lists)[number];

/** Whether every object of the one is surely an object of the other. Two globs that differ are not compared. */
function covers(wide: DifferenceRule, narrow: DifferenceRule): boolean {
  return (
    [narrow.group, '*'].includes(wide.group) &&
    [narrow.kind, '*'].includes(wide.kind) &&
    [narrow.namespace, ''].includes(wide.namespace) &&
    [narrow.name, ''].includes(wide.name)
  );
}
