/** A court and a story -> the story's own place there: namespace, repository, names. */
import type { HostedRepository } from '../../github/hosted-repository.ts';
import { clusterHand, type ClusterHand } from '../cluster-hand.ts';
import type { Named } from '../stories.ts';
import type { Court } from './court.ts';
import { gitRepository, helmRelease, kustomization } from './flux-objects.ts';
import type { Settling } from './settle.ts';
import type { Place, Story, Told } from './story.ts';

export interface Stage {
  readonly court: Court;
  readonly hand: ClusterHand;
  readonly repository: HostedRepository;
  readonly place: Place;
  readonly told: Told;
  readonly settling: Settling;
}

export async function openStage(court: Court, { name, story }: Named<Story>): Promise<Stage> {
  const hand = clusterHand(court.bed);
  await hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, 'bed');
  const repository = await court.github.createRepository({ name, private: false });
  const place = placeOf(court, repository, name);
  return {
    court,
    hand,
    repository,
    place,
    told: await story.tell(place),
    settling: { admin: court.bed.admin, namespace: name },
  };
}

function placeOf({ outside }: Court, { cloneUrl }: HostedRepository, name: string): Place {
  const named = (suffix: string | undefined): { readonly name: string; readonly namespace: string } => ({
    name: suffix ?? 'main',
    namespace: name,
  });
  return {
    name,
    namespace: name,
    repoURL: cloneUrl,
    source: (spec = {}) => gitRepository(name, cloneUrl, spec),
    kustomization: (spec, suffix) => kustomization(named(suffix), spec),
    helmRelease: (spec, suffix) => helmRelease(named(suffix), spec),
    outside: outside.of(name),
  };
}
