/** A place and what is special -> an AppProject of its name that permits everything else. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { argoCdObject } from '../../bed/argo-cd/object.ts';
import type { Place } from './story.ts';

export function project(place: Place, spec: JsonObject): KubeObject {
  return argoCdObject('AppProject', place.name, {
    sourceRepos: ['*'],
    destinations: [{ server: '*', namespace: '*' }],
    clusterResourceWhitelist: [{ group: '*', kind: '*' }],
    ...spec,
  });
}
