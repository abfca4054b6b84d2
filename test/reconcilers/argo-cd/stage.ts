/** A court and a story -> the story's own place there: namespace, repository, names. */
import { at, type JsonObject } from '../../../src/object/json.ts';
import { argoCdNamespace, type ArgoCdSettings } from '../../bed/argo-cd/installation.ts';
import type { HostedRepository } from '../../github/hosted-repository.ts';
import { clusterHand, type ClusterHand } from '../cluster-hand.ts';
import type { Hands } from '../hands.ts';
import { installationToken } from '../installation-token.ts';
import { homeCluster, secondCluster } from '../placed.ts';
import type { Named } from '../stories.ts';
import { application } from './application.ts';
import type { Court } from './court.ts';
import { westName } from './second-cluster.ts';
import type { Settling } from './settling.ts';
import type { Place, Story, Told } from './story.ts';

export interface Stage {
  readonly court: Court;
  /** Of the home cluster. */
  readonly hand: ClusterHand;
  readonly hands: Hands;
  readonly repository: HostedRepository;
  readonly place: Place;
  readonly told: Told;
  readonly settling: Settling;
}

export async function openStage(court: Court, { name, story }: Named<Story>): Promise<Stage> {
  const hand = clusterHand(court.bed);
  const hands = new Map([[homeCluster, hand]]);
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  await hand.create(namespace, 'bed');
  if (court.second !== undefined) {
    const second = clusterHand(court.second.bed);
    await second.apply(namespace);
    hands.set(secondCluster, second);
  }
  const repository = await court.github.createRepository({ name, private: false });
  const place = placeOf(court, repository, { name, hands });
  return {
    court,
    hand,
    hands,
    repository,
    place,
    told: await story.tell(place),
    settling: settlingOf(court, place, story.settings),
  };
}

interface Own {
  readonly name: string;
  readonly hands: Hands;
}

function placeOf({ outside, github }: Court, repository: HostedRepository, { name, hands }: Own): Place {
  const repoURL = repository.cloneUrl;
  return {
    name,
    namespace: name,
    repoURL,
    token: installationToken(github, repository.owner().login),
    application: (spec, suffix) => {
      const own = suffix === undefined ? name : `${name}-${suffix}`;
      return application({ name: own, namespace: name, repoURL }, spec);
    },
    secondHand: () => {
      const hand = hands.get(secondCluster);
      if (hand === undefined) throw new Error(`${name} does not say that it needs a second cluster`);
      return hand;
    },
    outside: outside.of(name),
    hydrate: async (branch, files) => {
      await repository.commit({ branch, files, snapshot: true, message: 'Hydrate' });
    },
  };
}

function settlingOf(
  { bed, second, applications }: Court,
  { namespace, repoURL }: Place,
  { params = {} }: ArgoCdSettings = {},
): Settling {
  const isOwn = ({ spec = null }: JsonObject): boolean =>
    JSON.stringify(spec).includes(`"${repoURL}"`) || at(spec, 'destination', 'namespace') === namespace;
  const targetOf = ({ spec = null }: JsonObject): string => {
    const [server, known] = [at(spec, 'destination', 'server'), at(spec, 'destination', 'name')];
    const isSecond = known === westName || (server !== undefined && server === second?.bed.server);
    return isSecond ? secondCluster : homeCluster;
  };
  const others = params['applicationsetcontroller.namespaces'] ?? '';
  return {
    admin: bed.admin,
    applications,
    isOwn,
    targetOf,
    setNamespaces: [argoCdNamespace, ...others.split(',')],
  };
}
