/** Edits of what a kind has of its own; among them some that its API server must refuse, and some that change nothing. */
import { at, isJsonArray, isJsonObject, type Json } from '../../src/object/json.ts';
import { changedAt, inserted, type Change, type Step } from './change-at.ts';
import type { Edit } from './edits.ts';
import type { Random } from './random.ts';

function edit(
  name: string,
  kinds: readonly string[],
  where: {
    readonly path: readonly Step[];
    readonly to: (was: Json | undefined, random: Random) => Json | undefined;
  },
): Edit {
  return {
    name,
    apply(object, random) {
      if (!kinds.includes(object.kind)) return undefined;
      const next = where.to(at(object, ...where.path), random);
      return next === undefined ? undefined : changedAt(object, where.path, () => next);
    },
  };
}

function oneOfMap(change: Change): (was: Json | undefined, random: Random) => Json | undefined {
  return (was, random) => {
    if (!isJsonObject(was) || Object.keys(was).length === 0) return undefined;
    const key = random.pick(Object.keys(was));
    const next = change(was[key]);
    return next === undefined ? undefined : { ...was, [key]: next };
  };
}

const plus =
  (item: Json) =>
  (was: Json | undefined): Json | undefined =>
    isJsonArray(was) ? inserted(was, item) : undefined;

const shorter = (was: Json | undefined, random: Random): Json | undefined =>
  isJsonArray(was) && was.length > 1 ? was.toSpliced(random.below(was.length), 1) : undefined;

const orIfAbsent =
  (value: Json) =>
  (was: Json | undefined): Json =>
    was ?? value;

const scaled = ['Deployment', 'StatefulSet', 'ReplicaSet'];
const roles = ['Role', 'ClusterRole'];
const bindings = ['RoleBinding', 'ClusterRoleBinding'];
const webhooks = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const account = { kind: 'ServiceAccount', name: 'judge', namespace: 'default' };
const base64 = Buffer.from('a-value-of-the-judge').toString('base64');
const columns = ['spec', 'versions', 0, 'additionalPrinterColumns'];

const valid: readonly Edit[] = [
  edit('replicas', scaled, { path: ['spec', 'replicas'], to: (was) => Number(was ?? 1) + 1 }),
  edit('a line of data', ['ConfigMap'], {
    path: ['data'],
    to: oneOfMap((was) => (typeof was === 'string' ? `${was}\njudged: true\n` : undefined)),
  }),
  edit('data added', ['ConfigMap'], { path: ['data', 'judged'], to: () => 'true' }),
  edit('secret value', ['Secret'], { path: ['data'], to: oneOfMap(() => base64) }),
  edit('secret value as text', ['Secret'], {
    path: ['stringData', 'judged'],
    to: () => 'another-value-of-the-judge',
  }),
  edit('rule inserted', roles, { path: ['rules'], to: plus(rule) }),
  edit('rule removed', roles, { path: ['rules'], to: shorter }),
  edit('verb inserted', roles, { path: ['rules', 0, 'verbs'], to: plus('deletecollection') }),
  edit('subject inserted', bindings, { path: ['subjects'], to: plus(account) }),
  edit('subject removed', bindings, { path: ['subjects'], to: () => [account] }),
  edit('port inserted', ['Service'], {
    path: ['spec', 'ports'],
    to: plus({ name: 'judge', port: 9998, targetPort: 9998 }),
  }),
  edit('port changed', ['Service'], { path: ['spec', 'ports', 0, 'targetPort'], to: () => 9997 }),
  edit('ingress rules', ['NetworkPolicy'], {
    path: ['spec', 'ingress'],
    to: plus({ ports: [{ port: 9999 }] }),
  }),
  edit('host', ['Ingress'], { path: ['spec', 'rules', 0, 'host'], to: () => 'judged.example' }),
  edit('schedule', ['CronJob'], { path: ['spec', 'schedule'], to: () => '7 7 * * *' }),
  edit('budget', ['PodDisruptionBudget'], {
    path: ['spec', 'maxUnavailable'],
    to: (was) => (was === undefined ? undefined : '40%'),
  }),
  edit('limit of replicas', ['HorizontalPodAutoscaler'], { path: ['spec', 'maxReplicas'], to: () => 77 }),
  edit('column inserted', ['CustomResourceDefinition'], {
    path: columns,
    to: (was) =>
      inserted(isJsonArray(was) ? was : [], { name: 'Judged', type: 'string', jsonPath: '.metadata.name' }),
  }),
  edit('description', ['CustomResourceDefinition'], {
    path: ['spec', 'versions', 0, 'schema', 'openAPIV3Schema', 'description'],
    to: () => 'Judged.',
  }),
  edit('time-out', webhooks, { path: ['webhooks', 0, 'timeoutSeconds'], to: () => 3 }),
  edit('priority', ['APIService'], { path: ['spec', 'versionPriority'], to: () => 77 }),
  edit('pull secret', ['ServiceAccount'], { path: ['imagePullSecrets'], to: () => [{ name: 'judge' }] }),
  edit('expansion', ['StorageClass'], { path: ['allowVolumeExpansion'], to: (was) => was !== true }),
];

const withoutEffect: readonly Edit[] = [
  edit('default of a Deployment written out', ['Deployment'], {
    path: ['spec', 'revisionHistoryLimit'],
    to: orIfAbsent(10),
  }),
  edit('default of a Service written out', ['Service'], {
    path: ['spec', 'sessionAffinity'],
    to: orIfAbsent('None'),
  }),
  edit('default of a CronJob written out', ['CronJob'], { path: ['spec', 'suspend'], to: orIfAbsent(false) }),
  edit('empty list', ['ServiceAccount'], { path: ['secrets'], to: (was) => was ?? [] }),
  edit('status that is ignored', ['Deployment', 'Service', 'Job'], {
    path: ['status'],
    to: (was) => was ?? {},
  }),
];

export const refusedEdits: readonly Edit[] = [
  edit('selector', scaled, { path: ['spec', 'selector', 'matchLabels', 'judged'], to: () => 'true' }),
  edit('negative replicas', scaled, { path: ['spec', 'replicas'], to: () => -1 }),
  edit('other role', bindings, { path: ['roleRef', 'name'], to: () => 'judge' }),
  edit('address', ['Service'], { path: ['spec', 'clusterIP'], to: () => '10.0.0.77' }),
  edit('type of a Secret', ['Secret'], { path: ['type'], to: () => 'judge.example/other' }),
  edit('access mode', ['PersistentVolumeClaim'], {
    path: ['spec', 'accessModes'],
    to: () => ['ReadWriteMany'],
  }),
  edit('unknown field', ['ConfigMap'], { path: ['judged'], to: () => true }),
  edit('provisioner', ['StorageClass'], { path: ['provisioner'], to: () => 'judge.example/other' }),
  edit('path without a slash', ['Ingress'], {
    path: ['spec', 'rules', 0, 'http', 'paths', 0, 'path'],
    to: () => 'judged',
  }),
];

export const editsOfKinds: readonly Edit[] = [...valid, ...withoutEffect];
