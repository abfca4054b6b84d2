/** A release that stands -> how its controller corrects what drifted from it (helm-controller internal/action/diff.go, facts/reconcilers.md §4d). */
import { textAt } from '../../../object/fields.ts';
import { keysIn } from '../../../object/json-pointer.ts';
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { PatchStrategies } from '../../../object/merge/patch-strategy.ts';
import type { UnstagedAttempt } from '../../attempt.ts';
import { clientSideRequest, unasked } from '../../helm-client-side.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { driftRulesOf, ignoredIn } from './drift-rule.ts';
import { manager } from './request.ts';

export function driftModeOf({ declared }: HelmReleaseUnit): 'enabled' | 'warn' | 'disabled' {
  const mode = textAt(declared.spec, 'driftDetection', 'mode');
  return mode === 'enabled' || mode === 'warn' ? mode : 'disabled';
}

interface Drifted {
  /** As the release record has it, whatever the chart renders now. */
  readonly stored: KubeObject;
  readonly live: KubeObject | undefined;
}

export function correctionOf(
  unit: HelmReleaseUnit,
  { stored, live }: Drifted,
  strategies: PatchStrategies,
): UnstagedAttempt {
  if (isExcluded(stored) || isExcluded(live)) return { kind: 'skip', object: stored, why: excluded };
  const ignored = ignoredIn(stored, driftRulesOf(unit.declared.spec));
  if (ignored === 'unknown') return { kind: 'unknown', object: stored, why: unread };
  if (ignored.includes('')) return { kind: 'skip', object: stored, why: ignoredWhole };
  if (live === undefined) return { kind: 'create', object: stored, manager, validation: unasked };
  const object = ignored.reduce((made, pointer) => withLive(made, live, keysIn(pointer)), stored);
  // It compares by a forced apply, dry, and sends what differs as a JSON patch: nothing is taken away.
  const merging = { manager, strategies, ignoresLive: false };
  const patch = clientSideRequest({ object, live, old: undefined }, merging);
  if (patch.kind === 'patch') return patch;
  return { kind: 'apply', object, manager, force: true, validation: unasked, takesOver: [] };
}

const mark = 'helm.toolkit.fluxcd.io/driftDetection';

function isExcluded(object: KubeObject | undefined): boolean {
  return ['labels', 'annotations'].some((place) => textAt(object, 'metadata', place, mark) === 'disabled');
}

/** What an ignored pointer leads to stays as it lives. */
function withLive(object: KubeObject, live: KubeObject, keys: readonly string[]): KubeObject {
  const changed = placed(object, { keys, value: at(live, ...keysFor(live, keys)) });
  return isJsonObject(changed) ? { ...object, ...changed } : object;
}

function keysFor(value: Json, keys: readonly string[]): readonly (string | number)[] {
  const found: (string | number)[] = [];
  let here: Json | undefined = value;
  for (const key of keys) {
    const next: string | number = isJsonArray(here) ? Number(key) : key;
    found.push(next);
    here = at(here, next);
  }
  return found;
}

interface Placing {
  readonly keys: readonly string[];
  /** Undefined to leave it out. */
  readonly value: Json | undefined;
}

/** Where the path does not lead anywhere in the object, it is left as it is. */
function placed(here: Json, { keys: [key, ...rest], value }: Placing): Json {
  if (key === undefined) return value ?? here;
  if (isJsonArray(here)) {
    return here.map((item, index) => (String(index) === key ? placed(item, { keys: rest, value }) : item));
  }
  if (!isJsonObject(here) || !Object.hasOwn(here, key)) return here;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(here).filter(([each]) => each !== key));
  }
  const inside = here[key];
  return inside === undefined ? here : { ...here, [key]: placed(inside, { keys: rest, value }) };
}

const excluded = words`helm.toolkit.fluxcd.io/driftDetection: disabled stands on it, so its drift is not corrected`;
const ignoredWhole = words`an ignore rule of its drift detection leaves all of it alone`;
const unread = words`an ignore rule of its drift detection has a pattern that is not read here, so what is corrected is not known`;
