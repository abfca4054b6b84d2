/** A place and a source -> an ApplicationSet that deploys it to both clusters, and what its Applications are called. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { argoCdObject } from '../../bed/argo-cd/object.ts';
import { homeCluster } from '../placed.ts';
import type { Predicted } from '../predicted.ts';
import { fleet } from './second-cluster.ts';
import type { Place } from './story.ts';

/** `spec` is that of an Application; `{{.name}}` is what Argo CD calls the cluster. */
export function fleetSet(place: Place, spec: JsonObject): KubeObject {
  const template = place.application({ ...spec, destination: { server: '{{.server}}' } });
  return argoCdObject('ApplicationSet', place.name, {
    goTemplate: true,
    generators: [{ clusters: { selector: { matchLabels: fleet } } }],
    template: { metadata: { name: `${place.name}-{{.name}}` }, spec: template['spec'] ?? {} },
  });
}

/** The unit's id. */
export function fleetUnit(place: Place, clusterName: 'in-cluster' | 'west'): string {
  return `argo-cd/${homeCluster}/argocd/${place.name}-${clusterName}`;
}

/** All but what is unchanged, by their actions, then by their names: `Kind name`, action. */
export function changesIn(cluster: string, predicted: readonly Predicted[]): readonly (readonly string[])[] {
  return predicted
    .filter((each) => each.cluster === cluster && each.action !== 'unchanged')
    .map(({ identity, action }) => [`${identity.kind} ${identity.name}`, action])
    .toSorted(([a = '', b = ''], [c = '', d = '']) => `${b} ${a}`.localeCompare(`${d} ${c}`));
}
