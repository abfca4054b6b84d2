/** One ApplicationSet on both sides, and what lives of it -> which Applications come, change, go, and with what. */
import { canonicalJson } from '../../../object/canonical.ts';
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { ClusterConfig } from '../../../config/operator.ts';
import type { Mask } from '../../../object/masked.ts';
import { ownedBy } from './owner.ts';
import { type ControllerSettings, effectivePolicy, type Policy } from './settings.ts';
import type { ClusterSecret, GeneratedApplication, SetResult } from './side.ts';

/** What is known of the home cluster and of the operator's clusters. */
export interface Facts {
  /** Undefined where they cannot be seen. */
  readonly liveApplications: readonly KubeObject[] | undefined;
  readonly clusters: readonly ClusterSecret[] | undefined;
  readonly configured: readonly ClusterConfig[];
  readonly controller: ControllerSettings;
  readonly mask: Mask;
}

export interface SetChange {
  /** `namespace/name`. */
  readonly id: string;
  readonly base: SetResult | undefined;
  /** Undefined where head no longer declares it. */
  readonly head: SetResult | undefined;
  /** Of head, or of base where head has none. */
  readonly policy: Policy;
  readonly basePolicy: Policy | undefined;
  readonly appeared: readonly GeneratedApplication[];
  readonly changed: readonly GeneratedApplication[];
  /** Generated under another name for the same destination and sources. */
  readonly renamed: readonly { readonly from: KubeObject; readonly to: GeneratedApplication }[];
  /** The live one where there is one. */
  readonly vanished: readonly KubeObject[];
}

/** An error of head changes nothing: then nothing comes, changes or goes. */
export function changeOf(base: SetResult | undefined, head: SetResult | undefined, facts: Facts): SetChange {
  const some = head ?? base;
  if (some === undefined) throw new Error('a set is on no side');
  const before = beforeOf(base, some.id, facts);
  const common = {
    id: some.id,
    base,
    head,
    policy: policyOf(some.manifest, facts),
    basePolicy: base === undefined ? undefined : policyOf(base.manifest, facts),
  };
  if (head?.outcome.kind === 'error')
    return { ...common, appeared: [], changed: [], renamed: [], vanished: [] };
  const after = new Map((head?.applications ?? []).map((one) => [one.manifest.metadata.name, one] as const));
  const gone = [...before.values()].filter(({ metadata }) => isGone(metadata.name, base, head));
  const fresh = [...after.values()].filter(
    ({ manifest, refused }) => refused === undefined && !before.has(manifest.metadata.name),
  );
  const renamed = renamesIn(gone, fresh);
  const left = new Set(renamed.map(({ from }) => from));
  const taken = new Set(renamed.map(({ to }) => to));
  return {
    ...common,
    renamed,
    vanished: gone.filter((one) => !left.has(one)),
    appeared: fresh.filter((one) => !taken.has(one)),
    changed: changedIn(base, [...after.values()]),
  };
}

/** With generators that cannot be evaluated only what one of the others made before, and makes no more, is known to go. */
function isGone(name: string, base: SetResult | undefined, head: SetResult | undefined): boolean {
  const makes = (set: SetResult | undefined, from?: 'generator'): boolean =>
    set?.applications.some(
      (one) => one.manifest.metadata.name === name && (from ?? one.from) === one.from,
    ) === true;
  if (head?.outcome.kind === 'generated' && head.outcome.stops !== undefined) return false;
  if (head?.outcome.kind !== 'unknown') return !makes(head);
  return base?.outcome.kind === 'unknown' && makes(base, 'generator') && !makes(head, 'generator');
}

function policyOf(set: KubeObject, { controller }: Facts): Policy {
  return effectivePolicy(at(set, 'spec', 'syncPolicy', 'applicationsSync'), controller);
}

/** What base makes and what lives, by name. */
function beforeOf(base: SetResult | undefined, id: string, facts: Facts): ReadonlyMap<string, KubeObject> {
  const made = (base?.applications ?? []).filter(({ refused }) => refused === undefined);
  const live = ownedBy(id, facts.liveApplications ?? []);
  return new Map([...made.map(({ manifest }) => manifest), ...live].map((one) => [one.metadata.name, one]));
}

function changedIn(
  base: SetResult | undefined,
  after: readonly GeneratedApplication[],
): readonly GeneratedApplication[] {
  const before = new Map(
    base?.applications.map((one) => [one.manifest.metadata.name, one.manifest] as const),
  );
  return after.filter(({ manifest, refused }) => {
    const was = before.get(manifest.metadata.name);
    return refused === undefined && was !== undefined && canonicalJson(was) !== canonicalJson(manifest);
  });
}

/** Only where one goes and one comes for the same thing: else nobody can say which became which. */
function renamesIn(
  gone: readonly KubeObject[],
  fresh: readonly GeneratedApplication[],
): SetChange['renamed'] {
  const from = Map.groupBy(gone, purposeOf);
  const to = Map.groupBy(fresh, ({ manifest }) => purposeOf(manifest));
  return [...from].flatMap(([purpose, [old, ...olds]]) => {
    const [young, ...others] = to.get(purpose) ?? [];
    const isPair = old !== undefined && young !== undefined && olds.length + others.length === 0;
    return isPair ? [{ from: old, to: young }] : [];
  });
}

function purposeOf({ spec }: KubeObject): string {
  const sources = at(spec, 'sources');
  const all = isJsonArray(sources) ? sources : [at(spec, 'source') ?? null];
  const places = all.map((source): Json => [
    at(source, 'repoURL') ?? null,
    at(source, 'path') ?? null,
    at(source, 'chart') ?? null,
  ]);
  const destination = at(spec, 'destination');
  return canonicalJson([isJsonObject(destination) ? destination : null, places]);
}
