/** The release's own install.yaml and an operator's settings -> the objects of an installation, and each component's environment. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { readReleased } from '../released.ts';

export const argoCdNamespace = 'argocd';

/** What an operator writes into the two ConfigMaps; the controllers are told of both as in their Pods. */
export interface ArgoCdSettings {
  /** Keys of `argocd-cm`, e.g. `application.resourceTrackingMethod`. */
  readonly cm?: Readonly<Record<string, string>>;
  /** Keys of `argocd-cmd-params-cm`, e.g. `controller.diff.server.side`. */
  readonly params?: Readonly<Record<string, string>>;
}

/** In the order of the file, which is one in which they can be made: definitions first. */
export async function readInstallation(
  file: string,
  settings: ArgoCdSettings,
): Promise<readonly KubeObject[]> {
  const reading = readings.get(file) ?? readReleased(file);
  readings.set(file, reading);
  return [...(await reading).map((object) => asInstalled(object, settings)), redisSecret];
}

/** By file: it is megabytes, which take a second of the processor to parse, and is read for each Argo CD that starts. */
const readings = new Map<string, Promise<readonly KubeObject[]>>();

/** Of the processes that a real installation has, none: those of this machine take their places. */
function asInstalled(object: KubeObject, settings: ArgoCdSettings): KubeObject {
  const placed = isClusterScoped(object)
    ? object
    : { ...object, metadata: { ...object.metadata, namespace: argoCdNamespace } };
  const { kind } = object;
  if (kind === 'Deployment' || kind === 'StatefulSet') return withValue(placed, 'spec', { replicas: 0 });
  if (kind === 'ConfigMap') return withValue(placed, 'data', settingsOf(object.metadata.name, settings));
  if (object.metadata.name !== 'argocd-secret') return placed;
  return withValue(placed, 'stringData', { 'server.secretkey': 'a key of the bed' });
}

/** The values of the component's environment that come from the two ConfigMaps. */
export function componentEnvironment(
  objects: readonly KubeObject[],
  component: string,
  settings: ArgoCdSettings,
): Readonly<Record<string, string>> {
  const workload = objects.find(
    ({ kind, metadata }) => (kind === 'Deployment' || kind === 'StatefulSet') && metadata.name === component,
  );
  const containers = at(workload, 'spec', 'template', 'spec', 'containers');
  const variables = isJsonArray(containers) ? at(containers[0], 'env') : undefined;
  const environment: Record<string, string> = {};
  for (const variable of isJsonArray(variables) ? variables : []) {
    const [name, reference] = [at(variable, 'name'), at(variable, 'valueFrom', 'configMapKeyRef')];
    const [map, key] = [at(reference, 'name'), at(reference, 'key')];
    if (typeof name !== 'string' || typeof map !== 'string' || typeof key !== 'string') continue;
    const value = settingsOf(map, settings)[key];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

function settingsOf(configMap: string, { cm, params }: ArgoCdSettings): Readonly<Record<string, string>> {
  if (configMap === 'argocd-cm') return cm ?? {};
  return configMap === 'argocd-cmd-params-cm' ? (params ?? {}) : {};
}

/** A real installation makes it in an init container of Redis. */
const redisSecret: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'argocd-redis', namespace: argoCdNamespace },
  stringData: { auth: '' },
};

function withValue(object: KubeObject, key: string, value: JsonObject): KubeObject {
  const before = object[key];
  return { ...object, [key]: { ...(isJsonObject(before) ? before : {}), ...value } };
}

const clusterScoped = ['CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding'];

function isClusterScoped({ kind }: KubeObject): boolean {
  return clusterScoped.includes(kind);
}
