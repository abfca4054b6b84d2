/** A count -> objects as a company's applications declare them, a quarter each Deployment, ConfigMap, Service and Role. */
import type { KubeObject } from '../src/object/kube-object.ts';

export const namespace = 'bench';

/** `version` is in the image and the configuration of each application. */
export function application(name: string, version: string): readonly KubeObject[] {
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'bench' };
  const metadata = { name, namespace, labels, annotations: { 'bench.example/owner': 'team-bench' } };
  const probe = { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10 };
  const container = {
    name: 'app',
    image: `registry.example.com/bench/${name}:${version}`,
    ports: [
      { name: 'http', containerPort: 8080 },
      { name: 'metrics', containerPort: 9090 },
    ],
    env: [
      { name: 'LOG_LEVEL', value: 'info' },
      { name: 'REGION', value: 'eu-central-1' },
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    envFrom: [{ configMapRef: { name } }],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    livenessProbe: probe,
    readinessProbe: probe,
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    volumeMounts: [{ name: 'settings', mountPath: '/etc/app' }],
  };
  const spec = { containers: [container], volumes: [{ name: 'settings', configMap: { name } }] };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: {
        version,
        'app.yaml': `server:\n  port: 8080\n  timeout: 30s\nfeatures:\n${'  - search\n  - checkout\n'.repeat(8)}`,
        'logging.properties': 'level=INFO\nformat=json\nappender=stdout\n',
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: {
        selector: labels,
        ports: [
          { name: 'http', port: 80, targetPort: 'http' },
          { name: 'metrics', port: 9090, targetPort: 'metrics' },
        ],
      },
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      rules: [
        { apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'patch'] },
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
      ],
    },
  ];
}

/** One application in `every` has another version at head. */
export function applications(
  count: number,
  every: number,
  side: 'base' | 'head',
): readonly (readonly KubeObject[])[] {
  return Array.from({ length: count / 4 }, (_, index) =>
    application(`app-${String(index)}`, side === 'head' && index % every === 0 ? '1.1.0' : '1.0.0'),
  );
}
