/** A controller's released objects -> as they are installed: named after it, in Flux's namespace, with its own account and no Pod. */
import { at, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';

export const fluxNamespace = 'flux-system';

export interface Released {
  readonly controller: string;
  /** `v1.9.4` */
  readonly version: string;
  readonly objects: readonly KubeObject[];
}

export function asInstalled(released: Released): readonly KubeObject[] {
  const { controller, objects } = released;
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: controller, namespace: fluxNamespace },
  };
  return [account, ...objects.map((object) => installed(object, released))];
}

function installed(object: KubeObject, released: Released): KubeObject {
  const { controller } = released;
  const name = `${controller}-${object.metadata.name}`;
  if (object.kind === 'ClusterRole') return { ...object, metadata: { name } };
  if (object.kind === 'Deployment') return withoutPod(object, released);
  if (object.kind !== 'ClusterRoleBinding') return object;
  const subjects = [{ kind: 'ServiceAccount', name: controller, namespace: fluxNamespace }];
  return { ...object, metadata: { name }, roleRef: roleOf(object, controller), subjects };
}

/** The release's own kustomization gives each controller's roles a prefix. */
function roleOf(binding: KubeObject, controller: string): JsonObject {
  const name = at(binding, 'roleRef', 'name');
  const role =
    typeof name === 'string' && name !== 'cluster-admin' ? `${controller}-${name}` : 'cluster-admin';
  return { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role };
}

/** Its flags and its image can be read as in a real cluster; the process of this machine takes the Pod's place. */
function withoutPod(object: KubeObject, { controller, version }: Released): KubeObject {
  const { spec } = object;
  const pod: unknown = JSON.parse(
    JSON.stringify(spec).replace(`"fluxcd/${controller}"`, `"ghcr.io/fluxcd/${controller}:${version}"`),
  );
  return {
    ...object,
    metadata: { ...object.metadata, namespace: fluxNamespace },
    spec: { ...(isJsonObject(pod) ? pod : {}), replicas: 0 },
  };
}
