/** A unit and a time -> when Argo CD will apply it, and what keeps it from doing so at once. */
import { isDeepStrictEqual } from 'node:util';
import { at } from '../../../object/json.ts';
import { words, type Mask, type Masked } from '../../../object/masked.ts';
import type { Applies } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { normalizedSpec } from '../application-set/normalized-spec.ts';
import { syncPolicyOf } from './policy.ts';
import { lastAttempt } from './sync-start.ts';
import { maySync, nextSync, windowsFor } from './windows.ts';

export interface Now {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly mask: Mask;
  /** The same unit at base, where it is there. */
  readonly base?: Unit | undefined;
}

export function appliesOf(unit: Unit, time: Now): Applies {
  const settings = argoUnit(unit);
  return (
    standing(settings, time) ??
    rolled(settings, time) ??
    manual(settings, time) ??
    stuck(settings, time) ??
    inWindow(settings, time) ??
    automatic(time)
  );
}

function automatic({ base }: Now): Applies {
  const of = base === undefined ? words`` : words` of the merge`;
  return { when: words`by itself, within minutes${of}`, why: words`automated sync is on` };
}

/** A step of null is one that no rollout comes to. */
function rolled(settings: ArgoUnit, time: Now): Applies | undefined {
  const { rolling } = settings;
  if (rolling === null) return undefined;
  const why = words`its ApplicationSet rolls its Applications out step by step`;
  if (rolling.step === null) return byHand(settings, time, words`${why}, and this one is in no step`);
  return { when: words`in step ${rolling.step} of ${rolling.of} of the ApplicationSet's rollout`, why };
}

const truths = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);

const unseen: Applies = {
  when: words`with a later change in the paths that its annotation manifest-generate-paths names`,
  why: words`nothing that changes here is in these paths, and so Argo CD does not render it anew`,
};

/** What is not compared at all, or not at another revision. */
function standing(settings: ArgoUnit, { mask, base }: Now): Applies | undefined {
  const { application, live, moves, looksAway } = settings;
  const skip = (live ?? application).annotations['argocd.argoproj.io/skip-reconcile'];
  if (skip !== undefined && truths.has(skip)) {
    return {
      when: words`only when a person takes the annotation skip-reconcile from the Application`,
      why: words`the annotation keeps Argo CD from looking at it`,
    };
  }
  if (base !== undefined && isDeclaredAnew(argoUnit(base), settings)) return undefined;
  if (moves) return looksAway ? unseen : undefined;
  const revision = at(application.spec, 'source', 'targetRevision');
  const named = typeof revision === 'string' && revision !== '' ? words` ${mask.text(revision)}` : words``;
  return {
    when: words`only when its revision moves`,
    why: words`its targetRevision${named} stays where it is after this merge`,
  };
}

/** Argo CD compares anew when the spec of the Application changes, wherever its revision stands. */
function isDeclaredAnew(base: ArgoUnit, { application }: ArgoUnit): boolean {
  const [before, after] = [base.application.spec, application.spec].map(normalizedSpec);
  return !isDeepStrictEqual(before, after);
}

function manual(settings: ArgoUnit, time: Now): Applies | undefined {
  if (syncPolicyOf(settings).automated !== undefined) return undefined;
  const wasOn = time.base !== undefined && syncPolicyOf(argoUnit(time.base)).automated !== undefined;
  const applies = byHand(settings, time, wasOn ? goesOff : words`automated sync is off`);
  return wasOn ? { ...applies, when: words`at once, or ${applies.when}` } : applies;
}

/** The Application and its content change with one commit, and nobody fixes which of both Argo CD comes to first. */
const goesOff = words`automated sync goes off with the same merge; Argo CD may sync once more before it is`;

/** Windows hold people too, unless they say `manualSync`. */
function byHand(settings: ArgoUnit, { now, mask }: Now, why: Masked): Applies {
  const manually = words`at the next manual sync`;
  const windows = windowsFor(settings);
  if (windows === 'unreadable') {
    return { when: words`${manually}, once its project's sync windows are mended`, why };
  }
  if (maySync(windows, now, 'person')) return { when: manually, why };
  const next = nextSync(windows, now, 'person');
  const when =
    next === undefined
      ? words`${manually}, once its project's sync windows change, which forbid people to sync too`
      : words`${manually}, which its project's sync windows forbid before ${mask.text(minuteOf(next))}`;
  return { when, why };
}

const failedBefore = words`its last sync did not succeed, and Argo CD does not try the same again by itself`;
const syncedBefore = words`for Argo CD this is the commit that it synced last, and self-heal is off`;

function stuck(settings: ArgoUnit, time: Now): Applies | undefined {
  const last = lastAttempt(settings);
  if (last === undefined || (last === 'successful' && syncPolicyOf(settings).automated?.selfHeal === true))
    return undefined;
  return byHand(settings, time, last === 'failed' ? failedBefore : syncedBefore);
}

function inWindow(settings: ArgoUnit, { now, mask }: Now): Applies | undefined {
  const windows = windowsFor(settings);
  if (windows === 'unreadable') {
    return {
      when: words`only when its project's sync windows are mended`,
      why: words`one of them has a schedule or a duration that cannot be read`,
    };
  }
  if (maySync(windows, now)) return undefined;
  const why = words`its project's sync windows forbid a sync now`;
  const next = nextSync(windows, now);
  if (next === undefined) return { when: words`only when its project's sync windows change`, why };
  return { when: words`in the sync window that opens at ${mask.text(minuteOf(next))}`, why };
}

/** Such as `2027-01-31 22:00 UTC`. */
function minuteOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
