import assert from 'node:assert/strict';
import { test } from 'node:test';

import { at } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { cluster, generated, type Given, objectsIn, template } from './bench.ts';

const ab = '  generators: [{list: {elements: [{name: a, to: one}, {name: b, to: two}]}}]\n';

/** Why each Application is left alone, by name. */
async function refusals(
  spec: string,
  given: Given = {},
): Promise<Readonly<Record<string, string | undefined>>> {
  const { sets } = await generated(spec, given);
  assert.equal(sets.length, 1);
  return Object.fromEntries(
    sets[0]?.applications.map(({ manifest, refused }) => [manifest.metadata.name, refused]) ?? [],
  );
}

function live(name: string, more: string): KubeObject {
  const [object] = objectsIn(
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd, ${more}\n`,
  );
  assert.ok(object);
  return object;
}

const owned = 'ownerReferences: [{kind: ApplicationSet, name: shops, controller: true}]';

test('A name that comes twice is left alone both times, and the set says so', async () => {
  const set = `  generators: [{list: {elements: [{name: a}, {name: a}, {name: b}]}}]\n${template('{{name}}')}`;
  assert.deepEqual(await refusals(set), {
    a: 'its ApplicationSet generates the name a more than once',
    b: undefined,
  });
  const { applications, remarks } = await generated(set);
  assert.deepEqual(
    applications.map(({ manifest }) => manifest.metadata.name),
    ['b'],
  );
  assert.deepEqual(
    remarks.map(({ about, severity, title }) => [about, severity, title]),
    [['application-set-refuses', 'warn', '2 Applications of argocd/shops are left as they are']],
  );
});

test('A project or cluster that is not there, and a name that is none, is refused for that Application', async () => {
  assert.deepEqual(
    await refusals(ab + template('{{name}}').replace('project: default', 'project: "{{to}}"'), {
      projects: ['one'],
    }),
    {
      a: undefined,
      b: 'there is no AppProject two',
    },
  );
  const to = (destination: string): string =>
    ab + template('{{name}}').replace(/destination: \{[^}]*\}/, `destination: ${destination}`);
  const clusters = [cluster('one'), cluster('three'), cluster('three', { server: 'https://other' })];
  assert.deepEqual(await refusals(to("{name: '{{to}}'}"), { clusters }), {
    a: undefined,
    b: 'Argo CD knows no cluster two',
  });
  assert.deepEqual(await refusals(to("{server: 'https://{{to}}.example/'}"), { clusters }), {
    a: undefined,
    b: 'Argo CD knows no cluster https://two.example',
  });
  assert.match(
    (await refusals(to('{name: three}'), { clusters }))['a'] ?? '',
    /knows 2 clusters with the name three/,
  );
  assert.match(
    (await refusals(to('{name: one, server: https://x}'), { clusters }))['a'] ?? '',
    /both a name and a server/,
  );
  assert.match((await refusals(to('{namespace: x}'), { clusters }))['a'] ?? '', /neither/);
  assert.deepEqual(await refusals(to('{name: in-cluster}'), { clusters: [] }), {
    a: undefined,
    b: undefined,
  });
  assert.deepEqual(await refusals(to('{name: nowhere}'), { clusters: undefined }), {
    a: undefined,
    b: undefined,
  });
  assert.match((await refusals(ab + template('{{name}}_X')))['a_X'] ?? '', /"a_X" is no valid name/);
});

test('What the API server refuses stops the controller before it deletes anything', async () => {
  const label = template('{{name}}').replace('metadata: {', "metadata: {labels: {size: '{{to}}+1'}, ");
  const liveApplications = [live('old', `${owned}}`)];
  const { sets, remarks } = await generated(ab + label, { liveApplications });
  assert.deepEqual(
    sets[0]?.applications.map(({ manifest, refused, stops }) => [manifest.metadata.name, refused, stops]),
    [
      ['a', 'size: "one+1" is no valid label', true],
      ['b', 'size: "two+1" is no valid label', true],
      ['old', undefined, false],
    ],
  );
  assert.match(remarks[0]?.detail ?? '', /stops there, and deletes nothing that is generated no more\.$/);
  const annotation = template('{{name}}').replace('metadata: {', "metadata: {annotations: {'{{to}} x': z}, ");
  assert.match((await refusals(ab + annotation))['a'] ?? '', /"one x" is no valid name of an annotation/);
});

test('An Application of another set is not taken over', async () => {
  const other = live('a', `${owned.replace('shops', 'others')}}`);
  assert.match(
    (await refusals(ab + template('{{name}}'), { liveApplications: [other] }))['a'] ?? '',
    /belongs to ApplicationSet others/,
  );
});

test('RollingSync switches automated sync off and puts each Application in its step, where the controller does that at all', async () => {
  const set = `${ab}  strategy:
    type: RollingSync
    rollingSync:
      steps:
        - matchExpressions: [{key: to, operator: In, values: [one]}]
        - matchExpressions: [{key: to, operator: NotIn, values: [one, two]}, {key: other, operator: NotIn, values: [x]}]
${template('{{name}}', '      syncPolicy: {automated: {prune: true}}\n').replace('metadata: {', "metadata: {labels: {to: '{{to}}'}, ")}`;
  const settings = { 'applicationsetcontroller.enable.progressive.syncs': 'true' };
  const on = await generated(set, { settings });
  assert.deepEqual(
    on.applications.map(({ rolling }) => rolling),
    [
      { step: 1, of: 2 },
      { step: undefined, of: 2 },
    ],
  );
  assert.deepEqual(at(on.applications[0]?.manifest, 'spec', 'syncPolicy'), {
    automated: { prune: true, enabled: false },
  });
  const off = await generated(set);
  assert.deepEqual(
    off.applications.map(({ rolling }) => rolling),
    [undefined, undefined],
  );
  assert.deepEqual(at(off.applications[0]?.manifest, 'spec', 'syncPolicy'), { automated: { prune: true } });
});

test('What lives keeps what the set preserves or ignores, and all of it where the policy updates nothing', async () => {
  const liveA = live(
    'a',
    `${owned}, labels: {kept: live, gone: live}, annotations: {notified.notifications.argoproj.io: x, gone: x}, finalizers: [post-delete-finalizer.argocd.argoproj.io/cleanup]}
spec: {project: default, destination: {server: 'https://kubernetes.default.svc', namespace: shop}, source: {repoURL: 'https://github.com/octo-org/shop', path: apps, targetRevision: pinned}, info: [{name: x, value: live}]}`,
  );
  const set = `${ab}  preservedFields: {labels: [kept]}
  ignoreApplicationDifferences: [{name: a, jsonPointers: [/spec/source/targetRevision]}, {name: other, jsonPointers: [/spec/info]}]
${template('{{name}}')}`;
  const { applications } = await generated(set, { liveApplications: [liveA] });
  assert.deepEqual(applications[0]?.manifest, {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      name: 'a',
      namespace: 'argocd',
      labels: { kept: 'live' },
      annotations: { 'notified.notifications.argoproj.io': 'x' },
      finalizers: [
        'resources-finalizer.argocd.argoproj.io',
        'post-delete-finalizer.argocd.argoproj.io/cleanup',
      ],
    },
    spec: {
      project: 'default',
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      source: { repoURL: 'https://github.com/octo-org/shop', path: 'apps', targetRevision: 'pinned' },
    },
  });
  const only = await generated(`${set}  syncPolicy: {applicationsSync: create-only}\n`, {
    liveApplications: [liveA],
  });
  assert.deepEqual(only.applications[0]?.manifest, liveA);
  const jq = set.replace(
    'jsonPointers: [/spec/source/targetRevision]',
    "jqPathExpressions: ['.spec.source.targetRevision']",
  );
  const same = await generated(jq, { liveApplications: [liveA] });
  assert.deepEqual(same.applications[0]?.manifest, applications[0]?.manifest);
  const { sets } = await generated(jq.replace('.spec.source.targetRevision', '.spec['), {
    liveApplications: [liveA],
  });
  assert.ok(sets[0]?.outcome.kind === 'error');
  assert.match(sets[0].outcome.why, /the expression ".spec\[" does not compile/);
});

test('What lives stands for what an unknown generator makes, and for a set in error', async () => {
  const liveApplications = [live('x', `${owned}}`), live('a', `${owned}}`), live('foreign', '}')];
  const unknown = `  generators: [{list: {elements: [{name: a}]}}, {pullRequest: {gitea: {owner: me, repo: it}}}]\n${template('{{name}}')}`;
  const { sets, gaps } = await generated(unknown, { liveApplications });
  assert.deepEqual(
    sets[0]?.applications.map(({ manifest, from }) => [manifest.metadata.name, from]),
    [
      ['a', 'generator'],
      ['x', 'live'],
    ],
  );
  assert.match(
    gaps[0]?.why ?? '',
    /pull requests that are open at gitea me it .*the 2 Applications that it has made so far/,
  );
  const broken = await generated(
    `  generators: [{list: {elements: [{name: [a]}]}}]\n${template('{{name}}')}`,
    { liveApplications },
  );
  assert.deepEqual(
    broken.sets[0]?.applications.map(({ manifest, from }) => [manifest.metadata.name, from]),
    [
      ['x', 'live'],
      ['a', 'live'],
    ],
  );
  assert.deepEqual(broken.gaps, []);
});
