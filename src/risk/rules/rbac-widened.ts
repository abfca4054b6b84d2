/** Roles that allow more, and bindings that give roles to more -> findings; permissions are compared as sets. */
import type { FieldPath } from '../../object/field-path.ts';
import { at, isJsonArray, isJsonObject } from '../../object/json.ts';
import type { Json } from '../../object/json.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { words, joined } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import type { Comparison } from '../../diff/change.ts';
import { judgeAggregation } from '../aggregation.ts';
import { bindingRequests, judgeBinding } from '../role-binding.ts';
import { dangerOf } from '../dangerous-permission.ts';
import { judged } from '../judged.ts';
import { named, quoted } from '../named.ts';
import { allows, gained } from '../permission.ts';
import type { Permission } from '../permission.ts';
import { permissionText } from '../permission-text.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';

const rbac = 'rbac.authorization.k8s.io';
const aggregation = 'rbac.authorization.k8s.io/aggregate-to-';

function rulesOf(role: KubeObject | undefined): readonly Json[] {
  const rules = at(role, 'rules');
  return isJsonArray(rules) ? rules : [];
}

/** Names of the roles that take over the rules of this one. */
function aggregatedTo(role: KubeObject | undefined): readonly string[] {
  const labels = at(role, 'metadata', 'labels');
  return Object.entries(isJsonObject(labels) ? labels : {}).flatMap(([key, value]) =>
    key.startsWith(aggregation) && value === 'true' ? [key.slice(aggregation.length)] : [],
  );
}

function dangersIn(permissions: readonly Permission[]): readonly Masked[] {
  return [...new Set(permissions.flatMap((permission) => dangerOf(permission) ?? []))];
}

/** An administrator of a namespace may do nearly all of it already. */
function isForAdminsOnly(targets: readonly string[]): boolean {
  return targets.length > 0 && targets.every((target) => target === 'admin');
}

function reachOf(role: KubeObject): Masked {
  return role.kind === 'ClusterRole'
    ? words`in every namespace that it is bound in, or in all`
    : words`in its namespace`;
}

interface Widening {
  readonly comparison: Comparison;
  readonly role: KubeObject;
  readonly gain: readonly Permission[];
  readonly dangers: readonly Masked[];
  /** Roles that it is aggregated to. */
  readonly targets: readonly string[];
}

function detailOf({ role, gain, dangers, targets }: Widening, { mask }: Subject): Masked {
  const what = words`It gains ${permissionText(gain, mask)}, ${reachOf(role)}.`;
  const why = dangers.length > 0 ? words` This ${joined(dangers, ', ')}.` : words``;
  const into = targets.map((target) => quoted(target, mask));
  return into.length > 0
    ? words`${what}${why} Its rules become part of role ${joined(into, ', ')}.`
    : words`${what}${why}`;
}

function tooLarge(comparison: Comparison, { mask }: Subject): Judgement {
  return judged(comparison, {
    severity: 'block',
    title: words`${named(comparison.change.object, mask)} is too large to be taken apart`,
    detail: words`It lists more permissions than any person writes; what it gains was not worked out.`,
    advice: words`Read its rules one by one, or write it shorter.`,
  });
}

function widened(widening: Widening, subject: Subject): readonly Judgement[] {
  const { comparison, gain, dangers, targets } = widening;
  const { before, change } = comparison;
  const isQuiet = before === undefined && dangers.length === 0 && targets.length === 0;
  if (gain.length === 0 || isQuiet) return [];
  const isBlocking = dangers.length > 0 && !isForAdminsOnly(targets);
  const more = isBlocking ? words`, and opens the way to more` : words``;
  const verb = before === undefined ? words`allows what it lists` : words`allows more than before`;
  return [
    judged(comparison, {
      severity: isBlocking ? 'block' : 'warn',
      title: words`${named(change.object, subject.mask)} ${verb}${more}`,
      detail: detailOf(widening, subject),
      advice: words`Name the verbs, resources and objects that are needed, and no others.`,
      fields: granting(widening),
    }),
  ];
}

/** The rules that hold what it gains. */
function granting({ role, gain }: Widening): readonly FieldPath[] {
  return rulesOf(role).flatMap((rule, index) =>
    gain.some((permission) => allows(rule, permission)) ? [['rules', index]] : [],
  );
}

function judgeRole(comparison: Comparison, subject: Subject): readonly Judgement[] {
  const { before, after, change } = comparison;
  if (!after || change.action === 'skipped' || change.action === 'unchanged') return [];
  const targets = aggregatedTo(after);
  const isNewlyAggregated = targets.some((target) => !aggregatedTo(before).includes(target));
  // A role that is aggregated from now on gives all its rules to the other role, not only the new ones.
  const gain = gained(isNewlyAggregated ? [] : rulesOf(before), rulesOf(after));
  if (gain === undefined) return [tooLarge(comparison, subject)];
  return widened({ comparison, role: after, gain, dangers: dangersIn(gain), targets }, subject);
}

function kindOf({ change }: Comparison): string {
  return change.object.group === rbac ? change.object.kind : '';
}

export const rbacWidened: Rule = {
  name: 'rbac-widened',
  about: {
    title: 'Rights grow',
    why: 'A role that allows more, or a binding that gives a role to more, outlives the reason for it. Some rights open the way to all others: reading Secrets, running Pods, impersonation, wildcards.',
    advice:
      'Name the verbs, resources and objects that are needed, and bind them to the one account that needs them.',
  },
  needs: (subject) =>
    subject.comparisons.flatMap((comparison) =>
      kindOf(comparison).endsWith('Binding') ? bindingRequests(comparison, subject) : [],
    ),
  judge: (subject, facts) =>
    subject.comparisons.flatMap((comparison) => {
      const kind = kindOf(comparison);
      if (kind === 'Role') return judgeRole(comparison, subject);
      if (kind === 'ClusterRole')
        return [...judgeRole(comparison, subject), ...judgeAggregation(comparison, subject)];
      return kind.endsWith('Binding') ? judgeBinding(comparison, subject, facts) : [];
    }),
};
