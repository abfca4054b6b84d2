/** A court and a story -> the story's own place there: namespaces, repository, GitRepos. */
import { stringify } from 'yaml';

import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { downstreamNamespace } from '../../bed/fleet/downstream.ts';
import type { HostedRepository } from '../../github/hosted-repository.ts';
import { clusterHand, type ClusterHand } from '../cluster-hand.ts';
import type { Named } from '../stories.ts';
import { westName, type Court } from './court.ts';
import type { Place, Story, Told } from './story.ts';

export interface Stage {
  readonly court: Court;
  readonly name: string;
  readonly hand: ClusterHand;
  readonly secondHand: ClusterHand | undefined;
  readonly repository: HostedRepository;
  readonly told: Told;
}

export async function openStage(court: Court, { name, story }: Named<Story>): Promise<Stage> {
  const hand = clusterHand(court.home);
  const secondHand = story.secondCluster && court.second && clusterHand(court.second);
  for (const each of [hand, secondHand])
    await each?.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, 'bed');
  const repository = await court.github.createRepository({ name, private: false });
  const gitRepo = (namespace: string, spec: JsonObject): KubeObject => ({
    apiVersion: 'fleet.cattle.io/v1alpha1',
    kind: 'GitRepo',
    metadata: { name, namespace },
    spec: { repo: repository.cloneUrl, branch: 'main', paths: ['apps'], ...spec },
  });
  const west = { targets: [{ name: westName, clusterSelector: { matchLabels: { region: westName } } }] };
  const place: Place = {
    name,
    namespace: name,
    gitRepo: (spec = {}) => gitRepo('fleet-local', spec),
    secondGitRepo: (spec = {}) => gitRepo(downstreamNamespace, { ...west, ...spec }),
    fleetYaml: (more = {}) => stringify({ defaultNamespace: name, ...more }),
    secondHand: () => {
      if (secondHand === undefined) throw new Error(`${name} does not say secondCluster`);
      return secondHand;
    },
  };
  return { court, name, hand, secondHand, repository, told: await story.tell(place) };
}
