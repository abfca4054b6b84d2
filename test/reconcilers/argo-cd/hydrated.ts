/** A story whose Application has a sourceHydrator: what is in its dry directory, and what the hydrator makes of it. */
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { configMap, deployment, manifest, service } from '../manifests.ts';
import type { Files } from '../files.ts';
import type { Place } from './story.ts';

export const hydratedBranch = 'environments/production';

const objects = (tag: string, replicas: number): readonly KubeObject[] => [
  deployment('web', { image: `registry.example.com/web:${tag}`, replicas }),
  service('web'),
  configMap('web', { tag }),
];

export function dry(tag: string): Files {
  return { 'apps/web.yaml': manifest(...objects(tag, 2)) };
}

/** The commit server writes all objects into one file. */
export function hydrated(tag: string, replicas = 2): Files {
  return { 'web/manifest.yaml': manifest(...objects(tag, replicas)) };
}

export function hydratedApplication(place: Place): KubeObject {
  return place.application({
    source: null,
    sourceHydrator: {
      drySource: { repoURL: place.repoURL, targetRevision: 'main', path: 'apps' },
      syncSource: { targetBranch: hydratedBranch, path: 'web' },
    },
  });
}
