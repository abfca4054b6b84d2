/** A Rollout -> the objects and fields that its controller writes beside its own: no drift, although Git states them otherwise (facts/reconcilers.md §8d). */
import { groupVersionOf, type Identity } from '../object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json } from '../object/json.ts';
import { pointerTo } from '../object/json-pointer.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';

export interface ControllerEdit {
  readonly object: Identity;
  /** JSON pointers at and below which it writes; `-` for every item of a list. */
  readonly pointers: readonly string[];
}

const group = 'argoproj.io';

export function isRollout({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'Rollout' && groupVersionOf(apiVersion).group === group;
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
    ...routesOf(canary, namespace),
    ...scaledDown(rollout, namespace),
  ];
}

function namesAt(value: Json | undefined, keys: readonly string[]): readonly string[] {
  return keys.map((key) => at(value, key)).filter((name) => typeof name === 'string');
}

interface Route {
  /** Where `trafficRouting` names them; a list there stands for several. */
  readonly at: readonly string[];
  readonly group: string;
  readonly kind: string;
  readonly pointers: (canary: Json | undefined) => readonly string[];
}

const istio = 'networking.istio.io';
const gateway = 'gateway.networking.k8s.io';
const gatewayPlugin = ['plugins', 'argoproj-labs/gatewayAPI'] as const;

const routes: readonly Route[] = [
  ...['virtualService', 'virtualServices'].map((key) => ({
    at: ['istio', key, 'name'],
    group: istio,
    kind: 'VirtualService',
    pointers: weightsOfVirtualService,
  })),
  {
    at: ['istio', 'destinationRule', 'name'],
    group: istio,
    kind: 'DestinationRule',
    pointers: () => ['/spec/subsets/-/labels/rollouts-pod-template-hash', managedBy],
  },
  ...['ingress', 'ingresses'].map((key) => ({
    at: ['alb', key],
    group: 'networking.k8s.io',
    kind: 'Ingress',
    pointers: annotationsOfAlb,
  })),
  {
    at: ['smi', 'trafficSplitName'],
    group: 'split.smi-spec.io',
    kind: 'TrafficSplit',
    pointers: () => ['/spec/backends/-/weight'],
  },
  {
    at: ['traefik', 'weightedTraefikServiceName'],
    group: 'traefik.io',
    kind: 'TraefikService',
    pointers: () => ['/spec/weighted/services/-/weight'],
  },
  {
    at: ['apisix', 'route', 'name'],
    group: 'apisix.apache.org',
    kind: 'ApisixRoute',
    pointers: () => ['/spec/http/-/backends/-/weight'],
  },
  ...[
    { keys: ['httpRoute', 'httpRoutes'], kind: 'HTTPRoute' },
    { keys: ['grpcRoute', 'grpcRoutes'], kind: 'GRPCRoute' },
    { keys: ['tcpRoute', 'tcpRoutes'], kind: 'TCPRoute' },
    { keys: ['tlsRoute', 'tlsRoutes'], kind: 'TLSRoute' },
  ].flatMap(({ keys: [one = '', several = ''], kind }) =>
    [[one], [several, 'name']].map((path) => ({
      at: [...gatewayPlugin, ...path],
      group: gateway,
      kind,
      pointers: weightsOfGateway,
    })),
  ),
  {
    at: ['plugins', 'argoproj-labs/openshift', 'routes'],
    group: 'route.openshift.io',
    kind: 'Route',
    pointers: () => ['/spec/to/weight', '/spec/alternateBackends/-/weight'],
  },
];

/** Routes by header and mirrors come and go in the same list, and then its items are not where they were. */
function weightsOfVirtualService(canary: Json | undefined): readonly string[] {
  const weights = ['http', 'tls', 'tcp'].map((key) => `/spec/${key}/-/route/-/weight`);
  return managedRoutes(canary).length === 0 ? weights : ['/spec/http', ...weights];
}

function weightsOfGateway(canary: Json | undefined): readonly string[] {
  return managedRoutes(canary).length === 0 ? ['/spec/rules/-/backendRefs/-/weight'] : ['/spec/rules'];
}

function managedRoutes(canary: Json | undefined): readonly string[] {
  return textsAt(at(canary, 'trafficRouting'), ['managedRoutes', 'name']);
}

function annotationsOfAlb(canary: Json | undefined): readonly string[] {
  const alb = at(canary, 'trafficRouting', 'alb');
  const prefix = textsAt(alb, ['annotationPrefix'])[0] ?? 'alb.ingress.kubernetes.io';
  const root = at(alb, 'rootService') ?? at(canary, 'stableService');
  const managed = managedRoutes(canary);
  return [
    ...[...(typeof root === 'string' ? [root] : []), ...managed].map((name) => `${prefix}/actions.${name}`),
    ...managed.map((name) => `${prefix}/conditions.${name}`),
    'rollouts.argoproj.io/managed-alb-actions',
    'rollouts.argoproj.io/managed-alb-annotations',
  ].map((key) => pointerTo(['metadata', 'annotations', key]));
}

function routesOf(canary: Json | undefined, namespace: string): readonly ControllerEdit[] {
  return routes.flatMap(({ at: path, group: routeGroup, kind, pointers }) =>
    textsAt(at(canary, 'trafficRouting'), path).map((name) => ({
      object: { group: routeGroup, kind, ...placedBy(kind, name, namespace) },
      pointers: pointers(canary),
    })),
  );
}

/** A VirtualService may be named with its namespace behind a dot. */
function placedBy(kind: string, name: string, namespace: string): Pick<Identity, 'namespace' | 'name'> {
  const [own = name, other = namespace, ...more] = name.split('.');
  return kind === 'VirtualService' && more.length === 0
    ? { namespace: other, name: own }
    : { namespace, name };
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
