/**
 * The probe and a few access reviews -> whether this credential is proved unable to write.
 * Guarded means: the dry-run-only policy denied a request without dry run just now, and the credential can neither
 * change policies, nor mint tokens, nor act as someone else, which no policy would stop (facts/kubernetes.md §2.1).
 */
import type { Gap } from '../object/gap.ts';
import { at } from '../object/json.ts';
import { words, type Mask, type Masked } from '../object/masked.ts';
import type { Clock } from './clock.ts';
import type { Cluster, Outcome, Right } from './cluster.ts';
import { gapOf, messageOf, type Gapping } from './failure-gap.ts';
import { guardPolicyName } from './guard-names.ts';

export type Guard =
  | { readonly state: 'guarded' }
  /** `why` is unmasked: it may hold a server's words. */
  | { readonly state: 'unguarded' | 'unknown'; readonly why: string };

const everyMs = 5 * 60_000;
/** An outage or a policy that was just made should not stand for five minutes. */
const everyMsUnproved = 15_000;

/** Asks again every few minutes; one for each cluster in a process, shared by its reviews. */
export class GuardWatch {
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  #last: { readonly at: number; readonly guard: Guard } | undefined;
  #asking: Promise<Guard | undefined> | undefined;

  constructor(cluster: Cluster, clock: Clock) {
    this.#cluster = cluster;
    this.#clock = clock;
  }

  async check(signal: AbortSignal): Promise<Guard> {
    const age = this.#clock.now() - (this.#last?.at ?? -Infinity);
    const lasts = this.#last?.guard.state === 'guarded' ? everyMs : everyMsUnproved;
    if (this.#last !== undefined && age < lasts) return this.#last.guard;
    this.#asking ??= this.#ask(signal).finally(() => {
      this.#asking = undefined;
    });
    const guard = await this.#asking;
    if (guard !== undefined) return guard;
    if (signal.aborted) return { state: 'unknown', why: 'the review ended before the probe had an answer' };
    // The review that asked was given up; this one was not.
    return await this.check(signal);
  }

  /** Undefined when the review was given up meanwhile: then it says nothing about the guard. */
  async #ask(signal: AbortSignal): Promise<Guard | undefined> {
    const guard = await proveGuard(this.#cluster, signal);
    if (signal.aborted) return undefined;
    this.#last = { at: this.#clock.now(), guard };
    return guard;
  }
}

export async function proveGuard(cluster: Cluster, signal: AbortSignal): Promise<Guard> {
  const probe = guardOfProbe(await cluster.probeGuard(signal));
  if (probe.state !== 'guarded') return probe;
  const answers = await Promise.all(
    rightsBeyondTheGuard.map(async (right) => ({
      right,
      outcome: await cluster.reviewOwnRight(right, signal),
    })),
  );
  for (const { right, outcome } of answers) {
    const allowed = outcome.kind === 'reply' ? at(outcome.body, 'status', 'allowed') : undefined;
    if (allowed === true)
      return { state: 'unguarded', why: `the policy cannot stop it from: ${nameOf(right)}` };
    if (allowed !== false) return { state: 'unknown', why: `no answer whether it may: ${nameOf(right)}` };
  }
  return probe;
}

function guardOfProbe(outcome: Outcome): Guard {
  if (outcome.kind === 'failure')
    return { state: 'unknown', why: `the probe had no answer: ${outcome.message}` };
  const message = messageOf(outcome);
  if (outcome.status === 200) {
    return { state: 'unguarded', why: 'a request without dry run was not denied' };
  }
  const isDenied = outcome.status === 403 || outcome.status === 422;
  if (isDenied && message.includes(`ValidatingAdmissionPolicy '${guardPolicyName}'`))
    return { state: 'guarded' };
  return { state: 'unknown', why: `the probe was answered with ${outcome.status}: ${message}` };
}

const policies = [
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
];

const rightsBeyondTheGuard: readonly Right[] = [
  ...policies.flatMap((resource) =>
    ['create', 'update', 'patch', 'delete'].map((verb) => ({
      verb,
      group: 'admissionregistration.k8s.io',
      resource,
      subresource: '',
    })),
  ),
  { verb: 'create', group: '', resource: 'serviceaccounts', subresource: 'token' },
  { verb: 'impersonate', group: '', resource: 'serviceaccounts', subresource: '' },
  { verb: 'impersonate', group: '', resource: 'users', subresource: '' },
];

function nameOf({ verb, resource, subresource }: Right): string {
  return `${verb} ${resource}${subresource === '' ? '' : `/${subresource}`}`;
}

export function guardGap(gapping: Gapping, guard: Guard): Gap {
  return gapOf(gapping, { kind: 'cluster-unguarded', object: undefined }, whyNotGuarded(gapping.mask, guard));
}

/** One line for a person whose own kubeconfig is used; undefined where the guard is proved. */
export function guardNotice(mask: Mask, guard: Guard): Masked | undefined {
  if (guard.state === 'guarded') return undefined;
  return words`this credential could write (${mask.text(guard.why)}); Proofline sends only dry runs`;
}

function whyNotGuarded(mask: Mask, guard: Guard): Masked {
  if (guard.state === 'guarded') return words`guarded`;
  const advice = words`run "proofline cluster add"`;
  return words`this credential is not proved to be unable to write (${mask.text(guard.why)}); ${advice}`;
}
