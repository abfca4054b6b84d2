/** Argo CD looks for Applications and ApplicationSets in other namespaces than its own, those of the stories that are named so -> what stands there. */
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { ArgoCdSettings } from '../../bed/argo-cd/installation.ts';
import { applicationSet } from './application-set.ts';
import type { Place } from './story.ts';

export const looksElsewhere: ArgoCdSettings = {
  params: {
    'application.namespaces': 'elsewhere*',
    'applicationsetcontroller.namespaces': 'elsewhere-set',
    // Without it the controller does not even start where sets may be in namespaces of others.
    'applicationsetcontroller.enable.scm.providers': 'false',
  },
};

export function inPlace(place: Place, object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, namespace: place.namespace } };
}

/** Of one Application for each name, from the folder of that name below `teams`. */
export function setInPlace(place: Place, ...names: readonly string[]): KubeObject {
  const elements = names.map((name) => ({ name }));
  const made = { name: '{{name}}', path: 'teams/{{name}}', spec: { project: place.name } };
  return inPlace(place, applicationSet(place, { generators: [{ list: { elements } }] }, made));
}
