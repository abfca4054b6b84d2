/** What another team has in the cluster; every value that a review could tell of it bears a canary. */
import type { Json, JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { seed } from '../bed/seed.ts';
import { hidden } from './canary.ts';

export const theirs = 'payments';

interface Parts {
  readonly apiVersion?: string;
  readonly metadata?: JsonObject;
  readonly [key: string]: Json | undefined;
}

export function object(kind: string, name: string, more: Parts = {}): KubeObject {
  const { metadata, apiVersion = 'v1', ...rest } = more;
  return {
    apiVersion: apiVersion,
    kind,
    metadata: { name, namespace: theirs, ...metadata },
    ...rest,
  };
}

const marks = { labels: { team: hidden('label') }, annotations: { note: hidden('annotation') } };

function workload(name: string, image: string): KubeObject {
  const pod = {
    metadata: { labels: { app: 'theirs' } },
    spec: { containers: [{ name: 'main', image, env: [{ name: 'MODE', value: hidden('mode') }] }] },
  };
  return object('Deployment', name, {
    apiVersion: 'apps/v1',
    metadata: marks,
    spec: { replicas: 7, selector: { matchLabels: { app: 'theirs' } }, template: pod },
  });
}

/** Pairs of objects that differ only in the value that a guess in a manifest may hit. */
export const guessed = [
  object('ConfigMap', 'guess-right', { data: { mode: 'fast' } }),
  object('ConfigMap', 'guess-wrong', { data: { mode: 'slow' } }),
  object('ConfigMap', 'sealed-right', { immutable: true, data: { mode: 'fast' } }),
  object('ConfigMap', 'sealed-wrong', { immutable: true, data: { mode: 'slow' } }),
  object('ConfigMap', 'judged-right', { metadata: { labels: { judged: 'yes' } }, data: { level: 'high' } }),
  object('ConfigMap', 'judged-wrong', { metadata: { labels: { judged: 'yes' } }, data: { level: 'low' } }),
];

export const others: readonly KubeObject[] = [
  object('ConfigMap', 'settings', {
    metadata: marks,
    data: { [hidden('key')]: hidden('value'), shared: hidden('shared') },
  }),
  object('Secret', 'credentials', { metadata: marks, stringData: { password: 'correct horse' } }),
  object('Role', 'reader', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    metadata: marks,
    rules: [
      {
        apiGroups: [''],
        resources: ['secrets'],
        resourceNames: [hidden('role')],
        verbs: ['get', 'impersonate'],
      },
    ],
  }),
  object('Role', 'all-powerful', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }],
  }),
  workload('api', `registry.example.com/${hidden('image')}:1`),
  object('Service', 'api', {
    metadata: marks,
    spec: { selector: { app: hidden('selector') }, ports: [{ port: 80 }] },
  }),
  object('Pod', hidden('pod'), {
    metadata: { labels: { app: 'shop' } },
    spec: { containers: [{ name: 'main', image: 'registry.example.com/api:1' }] },
  }),
  ...guessed,
];

function policy(name: string, expression: string, quotes: string): readonly KubeObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const rule = {
    apiGroups: [''],
    apiVersions: ['v1'],
    operations: ['CREATE', 'UPDATE'],
    resources: ['configmaps'],
  };
  return [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression, messageExpression: quotes, message: 'no' }],
      },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: [name === 'warns' ? 'Warn' : 'Deny'] },
    },
  ];
}

/** The one refuses what a live value does not allow; both quote the object as it would stand, live values included. */
const policies = [
  ...policy(
    'judges-levels',
    "!has(object.data) || !has(object.data.level) || object.data.level != 'low' || !has(object.data.mode)",
    "'not at level ' + object.data.level",
  ),
  ...policy('warns', '!has(object.data) || !has(object.data.shared)', "'it holds ' + object.data.shared"),
];

export async function seedOthers(bed: ControlPlane): Promise<void> {
  const metadata = { name: theirs, labels: { owner: hidden('namespace') } };
  await seed(bed, [{ apiVersion: 'v1', kind: 'Namespace', metadata }], hidden('manager'));
  await seed(bed, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }]);
  await seed(bed, others, hidden('manager'));
  await seed(bed, policies);
}
