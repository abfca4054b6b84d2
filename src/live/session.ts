/** A cluster, a review's mask and deadline -> the session in which the live stage asks: guard proved, kinds known; or the gap. */
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import { at, isJsonArray, isJsonObject, type JsonObject } from '../object/json.ts';
import type { Mask } from '../object/masked.ts';
import { catalogOf, type Catalog } from './catalog.ts';
import type { Clock } from './clock.ts';
import type { Cluster, Outcome, ResourcePath } from './cluster.ts';
import { failureGap, type Gapping } from './failure-gap.ts';
import { guardGap, type Guard, type GuardWatch } from './guard.ts';

export interface Session extends Gapping {
  readonly cluster: Cluster;
  readonly catalog: Catalog;
  readonly guard: Guard;
  /** Ends every request of this session: the review's deadline, or the unit's. */
  readonly signal: AbortSignal;
  /** The namespace of namespaced objects that name none. */
  readonly namespace: string;
  /**
   * Whether what lives there may be shown. Only then are its secrets learned: a mask that hides what it may not show
   * would answer whoever writes guesses into a manifest.
   */
  readonly shows: (identity: Identity) => boolean;
  /** Requests that one call keeps in flight; the cluster's own limit holds for all reviews together. */
  readonly width: number;
}

export interface SessionOptions {
  readonly cluster: Cluster;
  readonly mask: Mask;
  readonly guard: GuardWatch;
  /** `refuse` makes a cluster without a proved guard a gap; `allow` is the operator's switch, or a person's own kubeconfig. */
  readonly unguarded: 'refuse' | 'allow';
  readonly signal: AbortSignal;
}

export type Opened =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'gap'; readonly gap: Gap };

const apiServices: ResourcePath = {
  group: 'apiregistration.k8s.io',
  version: 'v1',
  resource: 'apiservices',
  namespace: '',
};

export async function openSession(options: SessionOptions): Promise<Opened> {
  const { cluster, signal, mask } = options;
  const gapping = { cluster, mask, unit: undefined };
  const [guard, core, groups, services] = await Promise.all([
    options.guard.check(signal),
    cluster.document({ kind: 'core-discovery' }, signal),
    cluster.document({ kind: 'group-discovery' }, signal),
    cluster.list(apiServices, { metadataOnly: false, limit: 500, continue: undefined }, signal),
  ]);
  const unread = [core, groups].find((outcome) => documentOf(outcome) === undefined);
  if (unread !== undefined) return { kind: 'gap', gap: failureGap(gapping, unread, undefined) };
  if (guard.state !== 'guarded' && options.unguarded === 'refuse') {
    return { kind: 'gap', gap: guardGap(gapping, guard) };
  }
  const documents = [core, groups].map(documentOf).filter(isJsonObject);
  const catalog = catalogOf(documents, itemsOf(services));
  return {
    kind: 'session',
    session: { ...gapping, catalog, guard, signal, namespace: 'default', shows: () => true, width: 16 },
  };
}

/** The session for one unit: its gaps name the unit, its requests end at the unit's deadline too. */
export function forUnit(
  session: Session,
  unit: { readonly id: string; readonly namespace: string | undefined; readonly shows: Session['shows'] },
  limit: { readonly clock: Clock; readonly milliseconds: number },
): Session {
  return {
    ...session,
    unit: unit.id,
    shows: unit.shows,
    namespace: unit.namespace ?? session.namespace,
    signal: AbortSignal.any([session.signal, limit.clock.deadline(limit.milliseconds)]),
  };
}

function documentOf(outcome: Outcome): JsonObject | undefined {
  return outcome.kind === 'reply' && outcome.status === 200 ? outcome.body : undefined;
}

function itemsOf(outcome: Outcome): readonly JsonObject[] | undefined {
  const items = at(documentOf(outcome), 'items');
  return isJsonArray(items) ? items.filter(isJsonObject) : undefined;
}
