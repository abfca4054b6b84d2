/** A binding before and after -> who holds its role from now on, and how much that role allows. */
import type { Comparison } from '../diff/change.ts';
import type { Fact, FactRequest, Facts } from '../live/fact.ts';
import { canonicalJson } from '../object/canonical.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Json } from '../object/json.ts';
import { at, isJsonArray } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { joined, words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import { clusterOf } from './cluster-of.ts';
import { dangerOf } from './dangerous-permission.ts';
import { judged } from './judged.ts';
import { listed, named, quoted } from './named.ts';
import { permissionsOf } from './permission.ts';
import type { Judgement, Subject } from './rule.ts';

const rbac = 'rbac.authorization.k8s.io';
/** facts/kubernetes.md §6.2: nobody in particular, or more than RBAC can take away. */
const everyone = /^system:(?:masters|anonymous|unauthenticated|authenticated|serviceaccounts(?::.*)?)$/;
/** Known without a cluster. */
const powerful = new Set(['cluster-admin', 'admin', 'edit', 'system:masters']);

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function subjectsOf(binding: KubeObject | undefined): readonly string[] {
  const list = at(binding, 'subjects');
  return isJsonArray(list) ? list.map(subjectText) : [];
}

function subjectText(subject: Json): string {
  const namespace = text(at(subject, 'namespace'));
  const name = text(at(subject, 'name'));
  return `${text(at(subject, 'kind'))} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

function isEveryone(subject: string): boolean {
  return everyone.test(subject.slice(subject.indexOf(' ') + 1));
}

interface RoleName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

function roleOf(binding: KubeObject): RoleName {
  const kind = text(at(binding, 'roleRef', 'kind'));
  const namespace = kind === 'Role' ? text(binding.metadata['namespace']) : '';
  return { kind, namespace, name: text(at(binding, 'roleRef', 'name')) };
}

/** All subjects, where the role itself is another one. */
function newSubjects({ before, after }: Comparison): readonly string[] {
  const isSameRole =
    before &&
    after &&
    canonicalJson(at(before, 'roleRef') ?? null) === canonicalJson(at(after, 'roleRef') ?? null);
  const had = new Set(isSameRole ? subjectsOf(before) : []);
  return subjectsOf(after).filter((subject) => !had.has(subject));
}

/** As this review leaves it. */
function reviewedRole(role: RoleName, { comparisons }: Subject): KubeObject | undefined {
  const found = comparisons.find(({ change: { object } }) => {
    const isSame =
      object.kind === role.kind && object.namespace === role.namespace && object.name === role.name;
    return isSame && object.group === rbac;
  });
  return found?.after;
}

function requestFor(comparison: Comparison, subject: Subject): FactRequest | undefined {
  const { after, change } = comparison;
  const cluster = clusterOf(change.unit, subject);
  if (!after || cluster === undefined || newSubjects(comparison).length === 0) return undefined;
  const role = roleOf(after);
  if (role.kind === '' || reviewedRole(role, subject)) return undefined;
  return { cluster, group: rbac, ...role };
}

export function bindingRequests(comparison: Comparison, subject: Subject): readonly FactRequest[] {
  const request = requestFor(comparison, subject);
  return request ? [request] : [];
}

interface Power {
  /** Undefined where the role could not be seen. */
  readonly dangers: readonly Masked[] | undefined;
  /** It is another team's: whoever may see it has to judge. */
  readonly isWithheld?: boolean;
  readonly restsOn: Json;
}

function dangersOf(role: KubeObject): Power {
  const rules = at(role, 'rules');
  const list = isJsonArray(rules) ? rules : [];
  const permissions = permissionsOf(list);
  if (permissions === undefined) return { dangers: [words`is too large to be taken apart`], restsOn: list };
  const dangers = permissions.flatMap((permission) => dangerOf(permission) ?? []);
  return { dangers: [...new Set(dangers)], restsOn: list };
}

/** The role is no object of this unit: that it is dangerous is told, and not what it allows. */
function hidden({ dangers, restsOn }: Power): Power {
  const isDangerous = (dangers?.length ?? 0) > 0;
  return { dangers: isDangerous ? [words`opens the way to more than it says`] : [], restsOn };
}

function powerOf(comparison: Comparison, subject: Subject, facts: Facts): Power {
  const role = comparison.after && roleOf(comparison.after);
  const known = role && reviewedRole(role, subject);
  if (known) return dangersOf(known);
  const request = requestFor(comparison, subject);
  const live = request && powerByFact(facts(request));
  if (live?.dangers !== undefined) return live;
  if (role && powerful.has(role.name)) return { dangers: [words`allows nearly everything`], restsOn: null };
  return live ?? { dangers: undefined, restsOn: null };
}

function powerByFact(fact: Fact): Power {
  const live = fact.kind === 'objects' ? fact.objects[0] : undefined;
  if (live) return hidden(dangersOf(live));
  const isWithheld = fact.kind === 'gap' && fact.gap.kind === 'not-disclosed';
  return { dangers: undefined, isWithheld, restsOn: null };
}

function about({ dangers, isWithheld }: Power): Masked {
  if (isWithheld === true) return words`What this role allows is not shown to this repository.`;
  if (dangers === undefined) return words`What this role allows could not be seen.`;
  return dangers.length > 0
    ? words`This role ${joined(dangers, ', ')}.`
    : words`Nothing is known against this role.`;
}

interface Grant {
  readonly comparison: Comparison;
  readonly role: RoleName;
  readonly added: readonly string[];
  readonly power: Power;
}

function detailOf({ role, added, power }: Grant, { mask }: Subject): Masked {
  const wide = added.some(isEveryone) ? words` That is everybody, or more than RBAC can take back.` : words``;
  const what = words`${listed(added, mask)} gets ${mask.text(role.kind)} ${quoted(role.name, mask)}.`;
  return words`${what}${wide} ${about(power)}`;
}

/** The subjects that are added; a new binding is its own cause as a whole. */
function fieldsOf({ comparison: { before, after }, added }: Grant): readonly FieldPath[] {
  const subjects = before === undefined ? undefined : at(after, 'subjects');
  const list = isJsonArray(subjects) ? subjects : [];
  return list.flatMap((subject, index) =>
    added.includes(subjectText(subject)) ? [['subjects', index]] : [],
  );
}

function granted(grant: Grant, subject: Subject): readonly Judgement[] {
  const { comparison, added, power } = grant;
  const isDangerous = power.isWithheld === true || (power.dangers?.length ?? 0) > 0;
  const isBlocking = added.some(isEveryone) || isDangerous;
  const isHarmless = !isBlocking && power.dangers !== undefined;
  if (isHarmless && comparison.before === undefined) return [];
  const more = added.length === 1 ? words`one more` : words`${added.length} more`;
  return [
    judged(comparison, {
      severity: isBlocking ? 'block' : 'warn',
      title: words`${named(comparison.change.object, subject.mask)} gives a role to ${more}`,
      detail: detailOf(grant, subject),
      advice: words`Bind a role that allows only what is needed, to the one account that needs it.`,
      restsOn: power.restsOn,
      fields: fieldsOf(grant),
    }),
  ];
}

/** A new binding of a role that nothing is known against is quiet. */
export function judgeBinding(comparison: Comparison, subject: Subject, facts: Facts): readonly Judgement[] {
  const { after, change } = comparison;
  const isIdle = change.action === 'skipped' || change.action === 'unchanged';
  const added = isIdle ? [] : newSubjects(comparison);
  if (!after || added.length === 0) return [];
  const power = powerOf(comparison, subject, facts);
  return granted({ comparison, role: roleOf(after), added, power }, subject);
}
