import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { compareOne, declared, object, served } from './objects.ts';

const istio = 'networking.istio.io/v1';

function virtualService(weights: readonly number[], more: JsonObject = {}): KubeObject {
  const route = weights.map((weight, index) => ({ destination: { host: `web-${index}` }, weight }));
  return object(istio, 'VirtualService', { spec: { http: [{ name: 'primary', route, ...more }] } });
}

function rollout(canary: JsonObject): KubeObject {
  return object('argoproj.io/v1alpha1', 'Rollout', { spec: { strategy: { canary } } });
}

const byIstio = rollout({ trafficRouting: { istio: { virtualService: { name: 'web' } } } });

/** Git says one thing, the controller has written another, and the apply sets it back. */
function told(
  written: KubeObject,
  declaredOne: KubeObject,
  { beside, manager = 'rollouts-controller' }: { beside: KubeObject; manager?: string },
): readonly string[] {
  const live = served(written, [[manager, 'Update', { 'f:spec': {}, 'f:metadata': {} }]]);
  const { only } = compareOne(
    { base: declaredOne, head: declaredOne, live, prediction: served(declaredOne) },
    { declared: { base: declared(declaredOne, beside), head: declared(declaredOne, beside) } },
  );
  return only.change.fields.map(
    ({ path, causes, author }) => `${path} ${causes.join()} ${author?.name ?? 'nobody known'}`,
  );
}

const [shifted, stable] = [virtualService([80, 20]), virtualService([100, 0])];

test('weights that a Rollout shifts are its controller’s, under whatever name that writes, and no drift', () => {
  const weights = [0, 1].map((n) => `.spec.http[0].route[${n}].weight controller Argo Rollouts`);
  assert.deepEqual(told(shifted, stable, { beside: byIstio }), weights);
  assert.deepEqual(told(shifted, stable, { beside: byIstio, manager: 'manager' }), weights);
});

test('weights that a person wrote stay drift of a person', () => {
  const [first = ''] = told(shifted, stable, { beside: byIstio, manager: 'kubectl-edit' });
  assert.match(first, /weight drift a person or script/);
});

test('a route that no Rollout names, and a field that its controller does not write, stay drift', () => {
  const other = rollout({ trafficRouting: { istio: { virtualService: { name: 'api' } } } });
  const [first = ''] = told(shifted, stable, { beside: other, manager: 'manager' });
  assert.match(first, /weight drift nobody known/);
  const slow = virtualService([100, 0], { timeout: '9s' });
  assert.deepEqual(told(slow, virtualService([100, 0], { timeout: '1s' }), { beside: byIstio }), [
    '.spec.http[0].timeout drift nobody known',
  ]);
});

test('a VirtualService may be named with its namespace, and another one of that name is not it', () => {
  const named = (name: string): KubeObject =>
    rollout({ trafficRouting: { istio: { virtualServices: [{ name }] } } });
  const found = (name: string): string => told(shifted, stable, { beside: named(name) })[0] ?? '';
  assert.match(found('web.shop'), /weight controller/);
  assert.match(found('web.mesh'), /weight drift/);
});

test('selectors, annotations and weights of all the routers are known by the Rollout that names them', () => {
  const hash = (value: string) => ({ 'rollouts-pod-template-hash': value });
  const pairs: readonly (readonly [JsonObject, KubeObject, KubeObject])[] = [
    [
      { stableService: 'web' },
      object('v1', 'Service', { spec: { selector: hash('b') } }),
      object('v1', 'Service', { spec: { selector: hash('a') } }),
    ],
    [
      { stableService: 'web', trafficRouting: { alb: { ingress: 'web' } } },
      annotated('alb.ingress.kubernetes.io/actions.web', 'b'),
      annotated('alb.ingress.kubernetes.io/actions.web', 'a'),
    ],
    [
      { trafficRouting: { plugins: { 'argoproj-labs/gatewayAPI': { httpRoutes: [{ name: 'web' }] } } } },
      httpRoute(20),
      httpRoute(0),
    ],
    ...weighed.map(
      ({ by, apiVersion, kind, spec }) =>
        [
          { trafficRouting: by },
          object(apiVersion, kind, { spec: spec(20) }),
          object(apiVersion, kind, { spec: spec(0) }),
        ] as const,
    ),
  ];
  assert.equal(pairs.length, 8);
  for (const [canary, live, git] of pairs) {
    const [only = '', ...others] = told(live, git, { beside: rollout(canary) });
    assert.match(only, / controller Argo Rollouts$/);
    assert.deepEqual(others, []);
  }
  const alb = { stableService: 'web', trafficRouting: { alb: { ingress: 'web' } } };
  const [scheme = ''] = told(
    annotated('alb.ingress.kubernetes.io/scheme', 'b'),
    annotated('alb.ingress.kubernetes.io/scheme', 'a'),
    {
      beside: rollout(alb),
    },
  );
  assert.match(scheme, / drift nobody known$/);
});

interface Weighed {
  readonly by: JsonObject;
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: (weight: number) => JsonObject;
}

const weighed: readonly Weighed[] = [
  {
    by: { smi: { trafficSplitName: 'web' } },
    apiVersion: 'split.smi-spec.io/v1alpha1',
    kind: 'TrafficSplit',
    spec: (weight) => ({ backends: [{ service: 'web', weight }] }),
  },
  {
    by: { traefik: { weightedTraefikServiceName: 'web' } },
    apiVersion: 'traefik.io/v1alpha1',
    kind: 'TraefikService',
    spec: (weight) => ({ weighted: { services: [{ name: 'web', weight }] } }),
  },
  {
    by: { apisix: { route: { name: 'web' } } },
    apiVersion: 'apisix.apache.org/v2',
    kind: 'ApisixRoute',
    spec: (weight) => ({ http: [{ name: 'web', backends: [{ serviceName: 'web', weight }] }] }),
  },
  {
    by: { plugins: { 'argoproj-labs/openshift': { routes: ['web'] } } },
    apiVersion: 'route.openshift.io/v1',
    kind: 'Route',
    spec: (weight) => ({ to: { kind: 'Service', name: 'web', weight } }),
  },
  {
    by: { istio: { destinationRule: { name: 'web' } } },
    apiVersion: 'networking.istio.io/v1',
    kind: 'DestinationRule',
    spec: (weight) => ({
      subsets: [{ name: 'canary', labels: { 'rollouts-pod-template-hash': `h${weight}` } }],
    }),
  },
];

function annotated(key: string, value: string): KubeObject {
  return object('networking.k8s.io/v1', 'Ingress', { metadata: { annotations: { [key]: value } } });
}

function httpRoute(weight: number): KubeObject {
  const rules = [{ backendRefs: [{ name: 'web', weight }] }];
  return object('gateway.networking.k8s.io/v1', 'HTTPRoute', { spec: { rules } });
}
