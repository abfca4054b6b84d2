/** Changed ConfigMaps and Secrets -> what may use them beside the objects that the touched units declare at head. */
import type { Neighbors } from '../diff/stale-users.ts';
import { changesContent } from '../diff/stale-users.ts';
import { readFacts } from '../live/fact.ts';
import type { FactRequest } from '../live/fact.ts';
import type { Session } from '../live/session.ts';
import { identityKey, objectKey } from '../object/identity.ts';
import type { AnsweredUnit } from './answer-units.ts';
import type { Sessions } from './sessions.ts';
import type { World } from './world.ts';

export interface Users {
  readonly neighbors: readonly Neighbors[];
  /** Whether there may be others, where this review may not look or no answer came. */
  readonly unseen: boolean;
}

/** Names of workloads are shown in namespaces that the operator opened, and nowhere else. */
export async function readUsers(
  world: World,
  units: readonly AnsweredUnit[],
  sessions: Sessions,
): Promise<Users> {
  const open = openOnly(sessions);
  const changing = changingIn(units);
  const mayAsk = ({ cluster, namespace }: Changing): boolean =>
    cluster !== undefined && open.has(cluster) && world.maySee(namespace);
  const requests = changing.filter(mayAsk).flatMap(requestsFor);
  const facts = await readFacts(open, requests);
  const known = knownIn(units);
  const answers = requests.map((request) => ({ request, fact: facts(request) }));
  const found = answers.map(({ request: { cluster }, fact }) => ({
    cluster,
    objects:
      fact.kind === 'gap'
        ? []
        : fact.objects.filter((object) => !known.has(keyIn(cluster, objectKey(object)))),
  }));
  return {
    neighbors: [...found, ...units.map(stayingIn)],
    unseen: !changing.every(mayAsk) || answers.some(({ fact }) => fact.kind === 'gap'),
  };
}

function openOnly(sessions: Sessions): ReadonlyMap<string, Session> {
  return new Map(
    [...sessions].flatMap(([name, opened]) =>
      opened.kind === 'open' ? [[name, opened.session] as const] : [],
    ),
  );
}

interface Changing {
  readonly cluster: string | undefined;
  readonly namespace: string;
}

/** Where content changes; each namespace once. */
function changingIn(units: readonly AnsweredUnit[]): readonly Changing[] {
  const found = units.flatMap(({ cluster, comparisons }) =>
    comparisons
      .filter(changesContent)
      .map(({ change: { object } }) => ({ cluster, namespace: object.namespace })),
  );
  return [...new Map(found.map((each) => [keyIn(each.cluster, each.namespace), each])).values()];
}

const kinds = [
  { group: 'apps', kind: 'Deployment' },
  { group: 'apps', kind: 'StatefulSet' },
  { group: 'apps', kind: 'DaemonSet' },
  { group: 'argoproj.io', kind: 'Rollout' },
] as const;

function requestsFor({ cluster, namespace }: Changing): readonly FactRequest[] {
  if (cluster === undefined) return [];
  return kinds.map((kind) => ({ ...kind, cluster, namespace, name: undefined }));
}

/** What head declares is known as it will be, and what is deleted keeps nothing. */
function knownIn(units: readonly AnsweredUnit[]): ReadonlySet<string> {
  return new Set(
    units.flatMap(({ cluster, objects, comparisons }) => [
      ...objects.map((object) => keyIn(cluster, objectKey(object))),
      ...comparisons
        .filter(({ change }) => change.action === 'deleted')
        .map(({ change }) => keyIn(cluster, identityKey(change.object))),
    ]),
  );
}

/** What leaves the declaration and runs on. */
function stayingIn({ cluster, comparisons }: AnsweredUnit): Neighbors {
  const staying = comparisons.filter(
    ({ change: { action } }) => action === 'orphaned' || action === 'unpruned',
  );
  return { cluster, objects: staying.flatMap(({ before }) => before ?? []) };
}

function keyIn(cluster: string | undefined, rest: string): string {
  return `${cluster ?? ''}\n${rest}`;
}
