/** Who applies, and the answers to the attempts -> the same answers, but refused where that identity lacks a right. */
import type { Gap } from '../object/gap.ts';
import { identityOf } from '../object/identity.ts';
import { at } from '../object/json.ts';
import { words, type Mask, type Masked } from '../object/masked.ts';
import type { Applier } from '../reconciler/unit-record.ts';
import type { Answer } from './answer.ts';
import type { Outcome, Right, User } from './cluster.ts';
import { failureGap } from './failure-gap.ts';
import { grantOf, type Grant } from './grants.ts';
import { inParallel } from './in-parallel.ts';
import { neededFor } from './needed-rights.ts';
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
  const given = answers.map((answer) => withoutUnshown(session, answer));
  const needs = given.map((answer) => ({
    rights: neededFor(session, answer),
    grant: grantOf(answer, given),
  }));
  const verdicts = await reviewAll(session, user, needs.flatMap(askedFor));
  const settled = given.map((answer, index): Settled => {
    const need = needs[index] ?? { rights: [], grant: undefined };
    return settledBy(answer, need, { session, user, denied: verdicts.denied });
  });
  return {
    answers: answers.map((answer, index) => {
      const own = settled[index]?.answer ?? answer;
      return own === given[index] ? answer : { ...own, live: answer.live };
    }),
    gaps: [...(verdicts.gap === undefined ? [] : [verdicts.gap]), ...settled.flatMap(({ gap }) => gap ?? [])],
  };
}

/** Who lacks which right is told: what may not be shown decides nothing about it but by being there. */
function withoutUnshown({ shows }: Session, answer: Answer): Answer {
  const { attempt, live } = answer;
  if (live.kind !== 'found' || shows(identityOf(attempt.object))) return answer;
  const { apiVersion, kind, metadata } = attempt.object;
  const bare = { apiVersion, kind, metadata: { name: metadata.name } };
  return {
    ...answer,
    live: { kind: 'found', object: bare },
    prediction: { kind: 'object', object: attempt.object },
  };
}

interface Need {
  readonly rights: readonly Right[];
  readonly grant: Grant | undefined;
}

function askedFor({ rights, grant }: Need): readonly Right[] {
  return grant === undefined ? rights : [...rights, grant.right, ...(grant.granted ?? [])];
}

interface Settling {
  readonly session: Session;
  readonly user: User;
  readonly denied: ReadonlySet<string>;
}

interface Settled {
  readonly answer: Answer;
  readonly gap?: Gap;
}

function settledBy(answer: Answer, { rights, grant }: Need, { session, user, denied }: Settling): Settled {
  const { mask } = session;
  const isDenied = (right: Right): boolean => denied.has(keyOf(right));
  const lacking = rights.filter(isDenied);
  if (lacking.length > 0) {
    return { answer: refused(answer, lacking, lackingWords(lacking, { user, mask })) };
  }
  if (grant === undefined || !isDenied(grant.right)) return { answer };
  const name = mask.text(user.name);
  const right = words`${mask.text(grant.right.verb)} on ${mask.text(grant.right.resource)}`;
  if (grant.granted === undefined) {
    const object = identityOf(answer.attempt.object);
    const why = words`${name} has no right to ${right}, and whether it holds all that is granted here could not be told`;
    return { answer, gap: { kind: 'live-value-needed', unit: session.unit, object, why } };
  }
  const unheld = grant.granted.filter(isDenied);
  const [first] = unheld;
  if (first === undefined) return { answer };
  const example = words`${mask.text(first.verb)} ${mask.text(first.resource)}`;
  const message = words`${name} may not grant what it does not hold itself, such as ${example}, without the right to ${right}.`;
  return { answer: refused(answer, [grant.right], message) };
}

function userOf({ namespace, name }: Extract<Applier, { readonly kind: 'service-account' }>): User {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return { name: `system:serviceaccount:${namespace}:${name}`, groups };
}

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
  const kinds = await askEach(session, user, new Map([...wanted.values()].map(ofAllNames)));
  const names = [...wanted].filter(
    ([, right]) => right.name !== undefined && right.name !== '' && kinds.denied.has(ofAllNames(right)[0]),
  );
  const named = await askEach(session, user, new Map(names));
  return { denied: new Set([...kinds.denied, ...named.denied]), gap: kinds.gap ?? named.gap };
}

/** Whoever holds it holds it for each name; whoever does not may still hold it for some. */
function ofAllNames(right: Right): readonly [string, Right] {
  const all = { ...right, name: '' };
  return [keyOf(all), all];
}

async function askEach(session: Session, user: User, rights: ReadonlyMap<string, Right>): Promise<Verdicts> {
  const answers = await inParallel([...rights], session.width, async ([key, right]) => ({
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

function keyOf({ verb, group, resource, subresource, namespace = '', name = '' }: Right): string {
  return [verb, group, resource, subresource, namespace, name].join('\n');
}

/** With the smallest Role that would mend it. */
function lackingWords(
  lacking: readonly Right[],
  { user, mask }: { readonly user: User; readonly mask: Mask },
): Masked {
  const [{ group, resource, namespace = '' } = everything] = lacking;
  const denied = lacking.map(({ verb }) => verb);
  const where: Masked =
    namespace === '' ? words`in the whole cluster` : words`in namespace ${mask.text(namespace)}`;
  const kind = namespace === '' ? words`ClusterRole` : words`Role`;
  const rule = words`apiGroups: ["${mask.text(group)}"], resources: ["${mask.text(resource)}"], verbs: ["${mask.text(denied.join('", "'))}"]`;
  return words`${mask.text(user.name)} may not ${mask.text(denied.join(' and '))} ${mask.text(resource)} ${where}. The smallest ${kind} that would mend it: ${rule}.`;
}

/** Who may delete, but not make again, has deleted when that shows. */
function refused(answer: Answer, lacking: readonly Right[], message: Masked): Answer {
  const { attempt, live, warnings, compared, prediction } = answer;
  const isUnread = attempt.readsFirst === true && lacking.some(({ verb }) => verb === 'get');
  const isDeleted = attempt.kind === 'recreate' || prediction.kind === 'recreated';
  const isLost =
    isDeleted &&
    !isUnread &&
    live.kind === 'found' &&
    lacking.every(({ verb }) => !['delete', 'patch'].includes(verb));
  return {
    attempt,
    live,
    warnings,
    ...(compared === undefined ? {} : { compared }),
    assumes: [],
    prediction: {
      kind: 'refused',
      by: 'rights',
      message,
      ...(isLost ? { lost: 'deleted' } : {}),
      ...(isUnread ? { unread: true } : {}),
    },
  };
}
