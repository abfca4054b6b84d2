/** A repository whose every corner holds a canary: base, and a head in which each of them changed. */
import { base64, hidden, numeric, shaped } from './canary.ts';

export const branch = `feature/${shaped('branch')}`;
export const title = `Rotate ${shaped('title')}`;
export const message = `Use password=${hidden('message')} from now on`;

const unitPath = `apps/${shaped('path')}`;

function yaml(object: unknown): string {
  return `${JSON.stringify(object)}\n`;
}

function meta(name: string, more: object = {}): object {
  return { name, namespace: 'shop', ...more };
}

function secrets(side: string): string {
  return [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: meta('credentials'),
      data: { password: base64(hidden(`data-${side}`)), tiny: base64(`z${side}`) },
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: meta('session', {
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
            kind: 'Secret',
            data: { key: base64(hidden(`last-applied-${side}`)) },
          }),
        },
      }),
      stringData: { key: hidden(`string-data-${side}`), file: `a: ${hidden(`line-${side}`)}\nb: 2\n` },
    },
  ]
    .map(yaml)
    .join('---\n');
}

function configMaps(side: string): string {
  return [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: meta('settings', {
        annotations: {
          'example.com/api-token': hidden(`annotation-${side}`),
          'example.com/note': `see ${shaped(`annotation-shape-${side}`)}`,
          'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
            data: { DB_PASSWORD: hidden(`map-last-applied-${side}`) },
          }),
        },
        labels: { owner: shaped(`label-${side}`) },
      }),
      data: {
        DB_PASSWORD: hidden(`map-key-${side}`),
        motd: `use ${shaped(`map-shape-${side}`)} today`,
        url: `postgres://shop:${hidden(`url-${side}`)}@db:5432/shop`,
        'app.properties': `db.host=db\ndb.password=${hidden(`properties-${side}`)}\n`,
        'app.yaml': `auth:\n  clientSecret: "${hidden(`nested-${side}`)}"\n`,
        // The value of a Secret, and the base64 of it, where nothing says that it is one.
        copied: `now ${hidden(`data-${side}`)}!`,
        encoded: base64(`user:${hidden(`string-data-${side}`)}`),
        repeated: `the words ${hidden(`map-key-${side}`)} again`,
      },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta(shaped('name')), data: { side } },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: meta('drifted'),
      data: { API_KEY: hidden(`drifted-${side}`), motd: 'hello', copy: 'hello' },
    },
  ]
    .map(yaml)
    .join('---\n');
}

function deployment(side: string): string {
  const container = {
    name: 'web',
    image: `registry.example.com/web:${side}`,
    args: [
      `--password=${hidden(`argument-${side}`)}`,
      '--api-token',
      hidden(`argument-after-${side}`),
      `--log=${shaped(`argument-shape-${side}`)}`,
    ],
    env: [
      { name: 'API_TOKEN', value: hidden(`env-${side}`) },
      { name: 'GREETING', value: `hello ${hidden(`env-${side}`)}` },
    ],
  };
  return yaml({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta('web'),
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: {
          labels: { app: 'web' },
          annotations: { 'example.com/client-secret': hidden(`pod-${side}`) },
        },
        spec: { containers: [container] },
      },
    },
  });
}

/** What the API server refuses, with the value in its words. */
function refused(): string {
  const quoted = { labels: { 'quote-in-refusal': 'yes' } };
  return [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: meta('quoted-secret', quoted),
      stringData: { password: hidden('quoted-secret') },
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: meta('quoted-map', quoted),
      data: { DB_PASSWORD: hidden('quoted-map') },
    },
    { apiVersion: 'v1', kind: 'Secret', metadata: meta('number'), stringData: { pin: numeric } },
    { apiVersion: 'v1', kind: 'Secret', metadata: meta('broken'), data: { pin: hidden('not-base64') } },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: meta('docker'),
      type: 'kubernetes.io/dockerconfigjson',
      stringData: { '.dockerconfigjson': `{"auths":{"${hidden('docker-config')}": }` },
    },
  ]
    .map(yaml)
    .join('---\n');
}

const chart = {
  'charts/greeter/Chart.yaml': 'apiVersion: v2\nname: greeter\nversion: 1.0.0\n',
  'charts/greeter/values.yaml': 'greeting: hello\n',
  // The value of a secret key of the values, where nothing says that it is one.
  'charts/greeter/templates/map.yaml': [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata: {name: greeter, namespace: shop}',
    'data:',
    '  greeting: "{{ .Values.greeting }} {{ .Values.adminPassword }}"',
    '',
  ].join('\n'),
};

function failing(side: string): Record<string, string> {
  const isHead = side === 'head';
  return {
    'charts/failing/Chart.yaml': 'apiVersion: v2\nname: failing\nversion: 1.0.0\n',
    'charts/failing/values.yaml': `apiToken: ${hidden(`fail-${side}`)}\n`,
    'charts/failing/templates/map.yaml': isHead
      ? '{{ fail (printf "the token %s has the wrong length" .Values.apiToken) }}\n'
      : 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: failing, namespace: shop}\n',
    'apps/patched/kustomization.yaml': 'resources: [map.yaml]\npatches: [{path: patch.yaml}]\n',
    'apps/patched/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: patched, namespace: shop}\n',
    'apps/patched/patch.yaml': isHead
      ? `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: patched\ndata:\n  DB_PASSWORD: ${hidden('patch')}: no\n`
      : 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: patched}\n',
    'apps/unreadable/secret.yaml': isHead
      ? `apiVersion: v1\nkind: Secret\nmetadata: {name: unreadable}\nstringData:\n  key: "${hidden('unclosed')}\n`
      : 'apiVersion: v1\nkind: Secret\nmetadata: {name: unreadable, namespace: shop}\n',
    'apps/twice/map.yaml': isHead
      ? `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\ndata:\n  ${shaped('key')}: a\n  ${shaped('key')}: b\n`
      : 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice, namespace: shop}\n',
  };
}

export function files(side: 'base' | 'head'): Record<string, string> {
  return {
    '.github/proofline.yml': [
      'units:',
      `  - {path: ${unitPath}, name: web, namespace: shop}`,
      `  - {path: charts/greeter, namespace: shop, helm: {valuesFiles: [${shaped('values')}.yaml]}}`,
      '',
    ].join('\n'),
    'apps/shop/secrets.yaml': secrets(side),
    'apps/shop/maps.yaml': configMaps(side),
    'apps/shop/web.yaml': deployment(side),
    [`${unitPath}/${shaped('file')}.yaml`]: yaml({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'in-a-secret-place' },
      data: { side, image: `registry.example.com/${shaped('image')}:${side}` },
    }),
    ...chart,
    [`charts/greeter/${shaped('values')}.yaml`]: `adminPassword: ${hidden(`values-${side}`)}\n`,
    ...failing(side),
    ...(side === 'head' ? { 'apps/refused/all.yaml': refused() } : {}),
    [`docs/${shaped(`unclaimed-${side}`)}.md`]: 'no unit has this\n',
  };
}
