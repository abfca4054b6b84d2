/** The answers to a unit's attempts -> whether Argo CD starts a sync at all (controller/appcontroller.go, autoSync). */
import { isDeepStrictEqual } from 'node:util';
import { at, type Json, type JsonObject } from '../../../object/json.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { Said } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { normalizedSpec } from '../application-set/normalized-spec.ts';
import { destinationNamespace } from '../units/instance-name.ts';
import { wordsIn } from './annotations.ts';
import { isHook, isSkipped } from './hook.ts';
import { isNamespace } from './kinds.ts';
import { syncPolicyOf, type Automated } from './policy.ts';
import { trackedBy } from './tracking.ts';

/** Asked only of what is declared and live. */
export type IsOutOfSync = (said: Said) => boolean;

export type SyncStart =
  | { readonly kind: 'full' }
  /** Only what is out of sync, and no hooks: self-heal. */
  | { readonly kind: 'selective' }
  | { readonly kind: 'none'; readonly why: Masked }
  | { readonly kind: 'refused'; readonly why: Masked };

export function syncStartOf(unit: Unit, said: readonly Said[], isOutOfSync: IsOutOfSync): SyncStart {
  const settings = argoUnit(unit);
  const { automated } = syncPolicyOf(settings);
  if (automated === undefined) return { kind: 'full' };
  const compared = said.filter((each) => isCompared(settings, each));
  const triggers = compared.filter((each) => triggersSync(each, isOutOfSync));
  if (triggers.length === 0 && !hasNewNamespaceMetadata(settings)) return { kind: 'none', why: inSync };
  const last = lastAttempt(settings);
  if (last === 'failed') return { kind: 'none', why: failedBefore };
  const isAgain = last === 'successful';
  if (isAgain && !automated.selfHeal) return { kind: 'none', why: onlyOnce };
  if (wipesAll(automated, compared)) return { kind: 'refused', why: everything };
  return { kind: isAgain ? 'selective' : 'full' };
}

const inSync = words`nothing that Argo CD compares differs, so it starts no sync`;
const onlyOnce = words`this revision was synced before and self-heal is off, so Argo CD starts no sync`;
const failedBefore = words`the last sync of this revision did not succeed, and Argo CD does not try it again by itself`;
const everything = words`an automated sync that would delete everything is refused, since allowEmpty is not set`;

/** Hooks and objects outside Argo CD's sight are not, nor what is neither declared nor live. */
function isCompared(settings: ArgoUnit, { attempt, live }: Said): boolean {
  const { object } = attempt;
  if (attempt.kind === 'delete' && live === undefined) return false;
  if (isHook(object) || isOwnNamespace(settings, attempt)) return false;
  return attempt.kind !== 'skip' || isSkipped(object);
}

/** The one that Argo CD makes without tracking it. */
export function isOwnNamespace(settings: ArgoUnit, { object, kind }: Said['attempt']): boolean {
  return (
    kind !== 'delete' &&
    isNamespace(object) &&
    object.metadata.name === destinationNamespace(settings.application.spec) &&
    trackedBy(settings, object) === undefined
  );
}

function triggersSync(said: Said, isOutOfSync: IsOutOfSync): boolean {
  const { attempt, live } = said;
  if (attempt.kind === 'skip') return false;
  if (attempt.kind === 'delete')
    return !wordsIn(live ?? attempt.object, compareOptions).includes('IgnoreExtraneous');
  return live === undefined || isOutOfSync(said);
}

const compareOptions = 'argocd.argoproj.io/compare-options';

function hasNewNamespaceMetadata(settings: ArgoUnit): boolean {
  const wanted = syncPolicyOf(settings).managedNamespaceMetadata;
  if (wanted === undefined || settings.live === null) return false;
  return !isDeepStrictEqual(wanted, at(settings.live.spec, 'syncPolicy', 'managedNamespaceMetadata'));
}

const ended: readonly string[] = ['Succeeded', 'Failed', 'Error'];

/** An automated sync tries one revision of the same sources once; one that ended without a result is in the way of all. */
export function lastAttempt(settings: ArgoUnit): 'successful' | 'failed' | undefined {
  const { application, live } = settings;
  if (live === null) return undefined;
  const { phase, hasResult } = live.operation ?? { phase: 'Succeeded', hasResult: true };
  const outcome = phase === 'Succeeded' ? 'successful' : 'failed';
  if (!hasResult) return ended.includes(phase) ? outcome : undefined;
  if (comesToAnother(settings) || live.syncedRevisions.length === 0) return undefined;
  return isDeepStrictEqual(sourcesOf(application.spec), sourcesOf(live.spec)) ? outcome : undefined;
}

/**
 * Another revision than the last sync's. One without a change in the paths of manifest-generate-paths counts as none when
 * only the spec has the Application compared (alreadyAttemptedSync, newRevisionHasChanges).
 */
function comesToAnother({ application, live, moves, looksAway }: ArgoUnit): boolean {
  if (!moves || !looksAway || live === null) return moves;
  return isDeepStrictEqual(normalizedSpec(application.spec), normalizedSpec(live.spec));
}

function sourcesOf(spec: JsonObject): readonly (Json | undefined)[] {
  return ['source', 'sources', 'sourceHydrator'].map((key) => at(spec, key));
}

function wipesAll({ prune, allowEmpty }: Automated, compared: readonly Said[]): boolean {
  return prune && !allowEmpty && compared.every(({ attempt }) => attempt.kind === 'delete');
}
