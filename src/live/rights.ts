/** Who applies, and the answers to the attempts -> the same answers, but refused where that identity lacks a right. */
import type { Gap } from '../object/gap.ts';
import { identityOf } from '../object/identity.ts';
import { at } from '../object/json.ts';
import { namespaceOf } from '../object/kube-object.ts';
import { words, type Mask, type Masked } from '../object/masked.ts';
import type { Attempt } from '../reconciler/attempt.ts';
import type { Applier } from '../reconciler/unit-record.ts';
import type { Answer } from './answer.ts';
import type { Outcome, Right, User } from './cluster.ts';
import { failureGap } from './failure-gap.ts';
import { inParallel } from './in-parallel.ts';
import type { Session } from './session.ts';

export interface WithRights {
  readonly answers: readonly Answer[];
  readonly gaps: readonly Gap[];
}

/** A dry run is answered with Proofline's own rights, which are wider than most (facts/reconcilers.md §11.1). */
export async function withRights(
  session: Session,
  applier: Applier,
  answers: readonly Answer[],
): Promise<WithRights> {
  if (applier.kind === 'unnamed') return { answers, gaps: [] };
  if (applier.kind === 'gap') return { answers, gaps: [{ ...applier.gap, unit: session.unit }] };
  const user = userOf(applier);
  const needs = answers.map((answer) => neededFor(session, answer));
  const verdicts = await reviewAll(session, user, needs.flat());
  return {
    answers: answers.map((answer, index) => {
      const lacking = (needs[index] ?? []).filter((right) => verdicts.denied.has(keyOf(right)));
      return lacking.length === 0 ? answer : refused(answer, lacking, { user, mask: session.mask });
    }),
    gaps: verdicts.gap === undefined ? [] : [verdicts.gap],
  };
}

function userOf({ namespace, name }: Extract<Applier, { readonly kind: 'service-account' }>): User {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return { name: `system:serviceaccount:${namespace}:${name}`, groups };
}

function neededFor({ catalog, namespace }: Session, { attempt, live }: Answer): readonly Right[] {
  const served = catalog.find(identityOf(attempt.object));
  if (served === undefined) return [];
  const where = namespaceOf(attempt.object);
  const own = {
    group: served.group,
    resource: served.resource,
    subresource: '',
    namespace: served.namespaced ? where || namespace : '',
  };
  const { existing, missing } = verbs[attempt.kind];
  return (live.kind === 'found' ? existing : missing).map((verb) => ({ ...own, verb }));
}

interface Verbs {
  readonly existing: readonly string[];
  readonly missing: readonly string[];
}

const nothing: Verbs = { existing: [], missing: [] };

const verbs: Readonly<Record<Attempt['kind'], Verbs>> = {
  apply: { existing: ['patch'], missing: ['create', 'patch'] },
  patch: { existing: ['patch'], missing: ['patch'] },
  put: { existing: ['update'], missing: ['update'] },
  create: { existing: ['create'], missing: ['create'] },
  delete: { existing: ['delete'], missing: [] },
  recreate: { existing: ['delete', 'create'], missing: ['create'] },
  skip: nothing,
  refuse: nothing,
  unknown: nothing,
};

interface Verdicts {
  readonly denied: ReadonlySet<string>;
  /** Where something could not be asked: the first that could not. */
  readonly gap: Gap | undefined;
}

const everything: Right = { verb: '*', group: '*', resource: '*', subresource: '' };

/** Most controllers may do everything: one question then spares all the others. */
async function reviewAll(session: Session, user: User, rights: readonly Right[]): Promise<Verdicts> {
  const wanted = new Map(rights.map((right) => [keyOf(right), right]));
  if (wanted.size === 0) return { denied: new Set(), gap: undefined };
  const all = await review(session, user, everything);
  if (all === true) return { denied: new Set(), gap: undefined };
  if (all !== false) return { denied: new Set(), gap: all };
  const answers = await inParallel([...wanted], session.width, async ([key, right]) => ({
    key,
    allowed: await review(session, user, right),
  }));
  const gap = answers.map(({ allowed }) => allowed).find((allowed) => typeof allowed !== 'boolean');
  return {
    denied: new Set(answers.flatMap(({ key, allowed }) => (allowed === false ? [key] : []))),
    gap: typeof gap === 'boolean' ? undefined : gap,
  };
}

async function review(session: Session, user: User, right: Right): Promise<boolean | Gap> {
  const outcome = await session.cluster.reviewRight({ user, right }, session.signal);
  const allowed = allowedIn(outcome);
  if (allowed !== undefined) return allowed;
  const gap = failureGap(session, outcome, undefined);
  const name = session.mask.text(user.name);
  return { ...gap, why: words`whether ${name} may apply this could not be asked: ${gap.why}` };
}

function allowedIn(outcome: Outcome): boolean | undefined {
  if (outcome.kind !== 'reply' || outcome.status >= 300) return undefined;
  const allowed = at(outcome.body, 'status', 'allowed');
  return typeof allowed === 'boolean' ? allowed : undefined;
}

function keyOf({ verb, group, resource, namespace = '' }: Right): string {
  return [verb, group, resource, namespace].join('\n');
}

/** With the smallest Role that would mend it. */
function refused(
  answer: Answer,
  lacking: readonly Right[],
  { user, mask }: { readonly user: User; readonly mask: Mask },
): Answer {
  const [{ group, resource, namespace = '' } = everything] = lacking;
  const denied = lacking.map(({ verb }) => verb);
  const where: Masked =
    namespace === '' ? words`in the whole cluster` : words`in namespace ${mask.text(namespace)}`;
  const kind = namespace === '' ? words`ClusterRole` : words`Role`;
  const rule = words`apiGroups: ["${mask.text(group)}"], resources: ["${mask.text(resource)}"], verbs: ["${mask.text(denied.join('", "'))}"]`;
  const message = words`${mask.text(user.name)} may not ${mask.text(denied.join(' and '))} ${mask.text(resource)} ${where}. The smallest ${kind} that would mend it: ${rule}.`;
  const { attempt, live, warnings, compared } = answer;
  return {
    attempt,
    live,
    warnings,
    ...(compared === undefined ? {} : { compared }),
    assumes: [],
    prediction: { kind: 'refused', by: 'rights', message },
  };
}
