/** A place and what is special -> an ApplicationSet in Git, and the root Application that applies it. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { argoCdNamespace } from '../../bed/argo-cd/installation.ts';
import { argoCdObject } from '../../bed/argo-cd/object.ts';
import { configMap, manifest } from '../manifests.ts';
import type { Files } from '../files.ts';
import type { Place } from './story.ts';

/** Its Applications are called after the place and `name`, and deploy the folder `path` of the repository. */
export interface Template {
  readonly name: string;
  readonly path: string;
  readonly spec?: JsonObject;
  readonly metadata?: JsonObject;
}

export function applicationSet(place: Place, spec: JsonObject, template: Template): KubeObject {
  const { spec: usual = {} } = place.application({ source: { path: template.path }, ...template.spec });
  return argoCdObject('ApplicationSet', place.name, {
    ...spec,
    template: {
      metadata: { name: `${place.name}-${template.name}`, ...template.metadata },
      spec: usual,
    },
  });
}

export function inGit(set: KubeObject): Files {
  return { 'sets/set.yaml': manifest(set) };
}

/** Applies what is in `sets`. */
export function root(place: Place): KubeObject {
  return place.application({ source: { path: 'sets' }, destination: { namespace: argoCdNamespace } }, 'root');
}

/** A folder with two ConfigMaps that name it. */
export function folder(path: string, name: string, says = name): Files {
  return {
    [`${path}/all.yaml`]: manifest(configMap(`${name}-a`, { says }), configMap(`${name}-b`, { says })),
  };
}
