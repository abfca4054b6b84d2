/** Applications -> the clusters that they deploy to, and which of them are production. */
import { at } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { knownClusters } from './refusals.ts';
import type { Facts } from './set-change.ts';

export interface Reached {
  /** As Argo CD knows them, by name where it has one. */
  readonly clusters: readonly string[];
  /** The operator's names. */
  readonly production: readonly string[];
}

export function reachedBy(applications: readonly KubeObject[], facts: Facts): Reached {
  const found = applications.map((application) => namesOf(application, facts));
  const clusters = [...new Set(found.map(([first = '']) => first))].filter((name) => name !== '').sort();
  const production = facts.configured
    .filter(
      (one) =>
        one.production &&
        found.some((names) => [one.name, ...one.knownAs].some((name) => names.includes(name))),
    )
    .map(({ name }) => name)
    .sort();
  return { clusters, production };
}

/** Whether Argo CD still knows where it deploys to: if not, its finalizer is taken off before it is deleted. */
export function isKnownDestination(application: KubeObject, facts: Facts): boolean {
  if (facts.clusters === undefined) return true;
  const names = namesOf(application, facts);
  return knownClusters(facts.clusters).some(
    ({ name, server }) => names.includes(name) || names.includes(server),
  );
}

/** The name and the server of its destination, as far as they are known; the name first. */
function namesOf(application: KubeObject, { clusters }: Facts): readonly string[] {
  const destination = at(application, 'spec', 'destination');
  const name = at(destination, 'name');
  const server = at(destination, 'server');
  const known = knownClusters(clusters ?? []).filter((one) => one.name === name || one.server === server);
  const own = [name, server].filter((text): text is string => typeof text === 'string' && text !== '');
  return [...new Set([...known.map((one) => one.name), ...own, ...known.map((one) => one.server)])];
}
