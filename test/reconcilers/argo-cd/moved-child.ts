/** A place -> an Application whose parent's repository sends it to the second cluster. */
import type { JsonObject } from '../../../src/object/json.ts';
import { argoCdNamespace } from '../../bed/argo-cd/installation.ts';
import { configMap, manifest } from '../manifests.ts';
import { westName } from './second-cluster.ts';
import type { Place, Told } from './story.ts';

export function movedChild(
  place: Place,
  annotations: JsonObject = {},
): Pick<Told, 'base' | 'head' | 'cluster' | 'syncs'> {
  const child = (destination: JsonObject): string => {
    const made = place.application({ source: { path: 'apps' }, destination }, 'child');
    return manifest({ ...made, metadata: { ...made.metadata, annotations } });
  };
  return {
    base: {
      'roots/child.yaml': child({}),
      'apps/all.yaml': manifest(configMap('a', { n: '1' }), configMap('b', { n: '1' })),
    },
    head: { 'roots/child.yaml': child({ server: null, name: westName }) },
    cluster: [
      place.application({ source: { path: 'roots' }, destination: { namespace: argoCdNamespace } }, 'root'),
    ],
    syncs: true,
  };
}
