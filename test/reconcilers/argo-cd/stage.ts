/** A court and a story -> the story's own place there: namespace, repository, names. */
import { at, type JsonObject } from '../../../src/object/json.ts';
import { argoCdNamespace, type ArgoCdSettings } from '../../bed/argo-cd/installation.ts';
import type { HostedRepository } from '../../github/hosted-repository.ts';
import { clusterHand, type ClusterHand } from '../cluster-hand.ts';
import { installationToken } from '../installation-token.ts';
import { application } from './application.ts';
import type { Court } from './court.ts';
import type { Settling } from './settle.ts';
import type { Place, Story, Told } from './story.ts';

export interface NamedStory {
  /** Of its file, without the ending. */
  readonly name: string;
  readonly story: Story;
}

export interface Stage {
  readonly court: Court;
  readonly hand: ClusterHand;
  readonly repository: HostedRepository;
  readonly place: Place;
  readonly told: Told;
  readonly settling: Settling;
}

export async function openStage(court: Court, { name, story }: NamedStory): Promise<Stage> {
  const hand = clusterHand(court.bed);
  await hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, 'bed');
  const repository = await court.github.createRepository({ name, private: false });
  const place = placeOf(court, name, repository);
  return {
    court,
    hand,
    repository,
    place,
    told: await story.tell(place),
    settling: settlingOf(court, place, story.settings),
  };
}

function placeOf({ outside, github }: Court, name: string, repository: HostedRepository): Place {
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
    outside: outside.of(name),
    hydrate: async (branch, files) => {
      await repository.commit({ branch, files, snapshot: true, message: 'Hydrate' });
    },
  };
}

function settlingOf(
  { bed, applications }: Court,
  { namespace, repoURL }: Place,
  { params = {} }: ArgoCdSettings = {},
): Settling {
  const isOwn = ({ spec = null }: JsonObject): boolean =>
    JSON.stringify(spec).includes(`"${repoURL}"`) || at(spec, 'destination', 'namespace') === namespace;
  const others = params['applicationsetcontroller.namespaces'] ?? '';
  return { admin: bed.admin, applications, isOwn, setNamespaces: [argoCdNamespace, ...others.split(',')] };
}
