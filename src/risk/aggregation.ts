/** A ClusterRole that collects others by their labels -> a finding; its rules are their sum, and only the choice is declared. */
import type { Comparison } from '../diff/change.ts';
import type { Json } from '../object/json.ts';
import { at, isJsonArray, isJsonObject } from '../object/json.ts';
import { words } from '../object/masked.ts';
import { judged } from './judged.ts';
import { named } from './named.ts';
import type { Judgement, Subject } from './rule.ts';

/** Labels of roles that may do nearly everything: what `admin` and `edit` are summed from, and the cluster's own roles. */
const powerful =
  /^rbac\.authorization\.k8s\.io\/aggregate-to-(?:cluster-)?(?:admin|edit)$|^kubernetes\.io\/bootstrapping$/;

export function judgeAggregation(comparison: Comparison, { mask }: Subject): readonly Judgement[] {
  const { before, after, change } = comparison;
  const from = at(before, 'aggregationRule');
  const to = at(after, 'aggregationRule');
  if (to === undefined || change.action === 'skipped' || JSON.stringify(from) === JSON.stringify(to))
    return [];
  const verb = before === undefined ? words`is new` : words`changes`;
  const isOpen = items(at(to, 'clusterRoleSelectors')).some((one) => isBroad(one) || isPowerful(one));
  const more = isOpen ? words` Among them are roles that open the way to all others.` : words``;
  return [
    {
      ...judged(comparison, {
        severity: isOpen ? 'block' : 'warn',
        title: words`${named(change.object, mask)} collects other roles`,
        detail: words`Its \`aggregationRule\` ${verb}: the rules of all ClusterRoles that it selects become its own.${more}`,
        advice: words`List the ClusterRoles with these labels, and look at their rules.`,
        fields: [['aggregationRule']],
      }),
      about: 'aggregation',
    },
  ];
}

function items(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

function labelsIn(selector: Json): readonly string[] {
  const labels = at(selector, 'matchLabels');
  return isJsonObject(labels) ? Object.keys(labels) : [];
}

/** Selects without naming one value: everything, or whatever has a label or has it not. */
function isBroad(selector: Json): boolean {
  const namesValues = items(at(selector, 'matchExpressions')).some((one) => at(one, 'operator') === 'In');
  return labelsIn(selector).length === 0 && !namesValues;
}

function isPowerful(selector: Json): boolean {
  const chosen = items(at(selector, 'matchExpressions'))
    .filter((one) => at(one, 'operator') === 'In')
    .map((one) => at(one, 'key'));
  return [...labelsIn(selector), ...chosen].some((key) => typeof key === 'string' && powerful.test(key));
}
