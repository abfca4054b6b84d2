/** A Rollout -> the objects and fields that its controller writes beside its own: no drift, although Git states them otherwise (facts/reconcilers.md §8d). */
import type { Identity } from '../../../object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';

export interface ControllerEdit {
  readonly object: Identity;
  /** JSON pointers below which it writes; `-` for every item of a list. */
  readonly pointers: readonly string[];
}

const hashed = '/spec/selector/rollouts-pod-template-hash';
const managedBy = '/metadata/annotations/argo-rollouts.argoproj.io~1managed-by-rollouts';

export function editsOf(rollout: KubeObject): readonly ControllerEdit[] {
  const namespace = namespaceOf(rollout);
  const canary = at(rollout, 'spec', 'strategy', 'canary');
  const blueGreen = at(rollout, 'spec', 'strategy', 'blueGreen');
  const services = [
    ...namesAt(canary, ['stableService', 'canaryService']),
    ...namesAt(blueGreen, ['activeService', 'previewService']),
  ];
  return [
    ...services.map((name) => ({
      object: { group: '', kind: 'Service', namespace, name },
      pointers: [hashed, managedBy],
    })),
    ...routesOf(at(canary, 'trafficRouting'), namespace),
    ...scaledDown(rollout, namespace),
  ];
}

function namesAt(value: Json | undefined, keys: readonly string[]): readonly string[] {
  return keys.map((key) => at(value, key)).filter((name) => typeof name === 'string');
}

interface Route {
  readonly at: readonly string[];
  readonly group: string;
  readonly kind: string;
  readonly pointers: readonly string[];
}

/** By where `trafficRouting` names them; a list there stands for several. */
const routes: readonly Route[] = [
  {
    at: ['istio', 'virtualService', 'name'],
    group: 'networking.istio.io',
    kind: 'VirtualService',
    pointers: ['/spec/http', '/spec/tls', '/spec/tcp'],
  },
  {
    at: ['istio', 'virtualServices', 'name'],
    group: 'networking.istio.io',
    kind: 'VirtualService',
    pointers: ['/spec/http', '/spec/tls', '/spec/tcp'],
  },
  {
    at: ['istio', 'destinationRule', 'name'],
    group: 'networking.istio.io',
    kind: 'DestinationRule',
    pointers: ['/spec/subsets/-/labels/rollouts-pod-template-hash', managedBy],
  },
  {
    at: ['alb', 'ingress'],
    group: 'networking.k8s.io',
    kind: 'Ingress',
    pointers: ['/metadata/annotations'],
  },
  {
    at: ['smi', 'trafficSplitName'],
    group: 'split.smi-spec.io',
    kind: 'TrafficSplit',
    pointers: ['/spec/backends'],
  },
  {
    at: ['traefik', 'weightedTraefikServiceName'],
    group: 'traefik.io',
    kind: 'TraefikService',
    pointers: ['/spec/weighted/services/-/weight'],
  },
  {
    at: ['apisix', 'route', 'name'],
    group: 'apisix.apache.org',
    kind: 'ApisixRoute',
    pointers: ['/spec/http/-/backends/-/weight'],
  },
  {
    at: ['plugins', 'argoproj-labs/gatewayAPI', 'httpRoute'],
    group: 'gateway.networking.k8s.io',
    kind: 'HTTPRoute',
    pointers: ['/spec/rules/-/backendRefs/-/weight'],
  },
  {
    at: ['plugins', 'argoproj-labs/openshift', 'routes'],
    group: 'route.openshift.io',
    kind: 'Route',
    pointers: ['/spec/to/weight', '/spec/alternateBackends'],
  },
];

function routesOf(routing: Json | undefined, namespace: string): readonly ControllerEdit[] {
  return routes.flatMap(({ at: path, group, kind, pointers }) =>
    textsAt(routing, path).map((name) => ({ object: { group, kind, namespace, name }, pointers })),
  );
}

function textsAt(value: Json | undefined, path: readonly string[]): readonly string[] {
  const [key, ...rest] = path;
  if (isJsonArray(value)) return value.flatMap((item) => textsAt(item, path));
  if (key === undefined) return typeof value === 'string' ? [value] : [];
  return isJsonObject(value) ? textsAt(at(value, key), rest) : [];
}

/** The Deployment that the Rollout takes its template from has no Pods of its own in the end. */
function scaledDown(rollout: KubeObject, namespace: string): readonly ControllerEdit[] {
  const workload = at(rollout, 'spec', 'workloadRef');
  const name = at(workload, 'name');
  const scaleDown = at(workload, 'scaleDown');
  if (at(workload, 'kind') !== 'Deployment' || typeof name !== 'string') return [];
  if (scaleDown === undefined || scaleDown === 'never') return [];
  return [{ object: { group: 'apps', kind: 'Deployment', namespace, name }, pointers: ['/spec/replicas'] }];
}
