import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../../../src/object/mask.ts';
import { betweenSides } from '../../../../src/reconciler/argo-cd/application-set/between-sides.ts';
import { generate } from '../../../../src/reconciler/argo-cd/application-set/generate.ts';
import type { Facts } from '../../../../src/reconciler/argo-cd/application-set/set-change.ts';
import type { Remark } from '../../../../src/reconciler/declarations.ts';
import { cluster, type Given, objectsIn, setOf, sideOf, template } from './bench.ts';

const clusters = [cluster('dev'), cluster('eu'), cluster('us')];
const production = (name: string): Facts['configured'][number] => ({
  name,
  reach: { inCluster: true },
  allowUnguarded: false,
  concurrency: 1,
  knownAs: [`https://${name}.example`],
  production: true,
});

interface Story {
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly given?: Given;
  readonly configured?: Facts['configured'];
}

async function remarks({ base, head, given = {}, configured = [] }: Story): Promise<readonly Remark[]> {
  const facts = { clusters, ...given };
  const [before, after] = [base, head].map((spec) => sideOf(spec === undefined ? [] : [setOf(spec)], facts));
  assert.ok(before && after);
  const known: Facts = {
    liveApplications: after.liveApplications,
    clusters: after.clusters,
    configured,
    controller: after.controller,
    mask: createMask(),
  };
  const between = betweenSides();
  const { sets } = await generate(before);
  assert.deepEqual(between.remarks({ side: 'base', home: 'here', sets }, known), []);
  assert.deepEqual(between.remarks({ side: 'head', home: 'elsewhere', sets }, known), []);
  return between.remarks({ side: 'head', home: 'here', sets: (await generate(after)).sets }, known);
}

/** As a reader sees them. */
async function told(story: Story): Promise<readonly string[]> {
  return (await remarks(story)).map(({ about, severity, title }) => `${severity} ${about}: ${title}`);
}

function list(elements: string, name = '{{name}}', more = ''): string {
  return `  generators: [{list: {elements: [${elements}]}}]\n${more}${template(name).replace('server: https://kubernetes.default.svc', "name: '{{to}}'")}`;
}

const three = '{name: a, to: dev}, {name: b, to: eu}, {name: c, to: us}';

test('A set that stays as it is gives no remark', async () => {
  assert.deepEqual(await told({ base: list(three), head: list(three) }), []);
});

test('A generator that shrinks to nothing deletes all Applications and what they deployed', async () => {
  const [remark, ...others] = await remarks({
    base: list(three),
    head: list(''),
    configured: [production('eu'), production('us')],
  });
  assert.deepEqual(others, []);
  assert.ok(remark);
  assert.equal(remark.about, 'application-set-empties');
  assert.equal(remark.severity, 'block');
  assert.equal(
    remark.title,
    'Nothing is left: the end of all 3 Applications of argocd/shops on 3 clusters, 2 of them production',
  );
  assert.equal(
    remark.detail,
    'A generator that gives nothing is no error to the controller, and nothing guards against it. 3 are deleted with everything that they deployed, by their finalizer. a (takes its objects along), b (takes its objects along), c (takes its objects along).',
  );
  assert.deepEqual(remark.restsOn, ['a cascades', 'b cascades', 'c cascades']);
  assert.deepEqual(remark.objects, [
    { group: 'argoproj.io', version: 'v1alpha1', kind: 'ApplicationSet', namespace: 'argocd', name: 'shops' },
  ]);
  assert.deepEqual(remark.places, [{ file: 'sets.yaml', line: 1 }]);
});

test('An Application that goes without a finalizer leaves what it deployed', async () => {
  const preserve = '  syncPolicy: {preserveResourcesOnDeletion: true}\n';
  const story = {
    base: list(three, '{{name}}', preserve),
    head: list('{name: a, to: dev}, {name: b, to: eu}', '{{name}}', preserve),
  };
  assert.deepEqual(await told(story), [
    'warn application-set-shrinks: The end of 1 Application of argocd/shops on 1 cluster',
  ]);
  assert.match((await remarks(story))[0]?.detail ?? '', /1 are deleted, and what they deployed runs on/);
});

test('What lives decides over what base would make: its finalizers and its objects', async () => {
  const live = objectsIn(`apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: c, namespace: argocd, ownerReferences: [{kind: ApplicationSet, name: shops, controller: true}]}
spec: {destination: {name: us}, syncPolicy: {automated: {prune: true}}}
status: {resources: [{kind: Service, name: x}, {kind: Deployment, name: x}]}
`);
  const [remark] = await remarks({
    base: list(three),
    head: list('{name: a, to: dev}, {name: b, to: eu}'),
    given: { liveApplications: live },
  });
  assert.equal(remark?.severity, 'warn');
  assert.match(remark?.detail ?? '', /c \(leaves its objects, 2 objects, prunes\)/);
});

test('A cluster that Argo CD no longer knows loses its Application, and nothing there is deleted', async () => {
  const gone = '{name: a, to: dev}, {name: b, to: eu}, {name: c, to: nowhere}';
  const live = objectsIn(`apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: c, namespace: argocd, finalizers: [resources-finalizer.argocd.argoproj.io], ownerReferences: [{kind: ApplicationSet, name: shops, controller: true}]}
spec: {destination: {name: nowhere}}
`);
  const [remark] = await remarks({
    base: list(gone),
    head: list('{name: a, to: dev}, {name: b, to: eu}'),
    given: { liveApplications: live },
  });
  assert.deepEqual(remark?.restsOn, ['c orphans']);
});

test('A policy that deletes nothing lets them stay', async () => {
  const policy = '  syncPolicy: {applicationsSync: create-update}\n';
  const [remark] = await remarks({
    base: list(three, '{{name}}', policy),
    head: list('', '{{name}}', policy),
  });
  assert.deepEqual([remark?.about, remark?.severity], ['application-set-empties', 'warn']);
  assert.match(remark?.detail ?? '', /3 stay, because the policy deletes none/);
});

test('Another name for the same thing is a deletion and a new Application, told as one', async () => {
  const base = list('{name: a, to: dev}, {name: b, to: eu}');
  assert.deepEqual(
    await told({ base, head: list('{name: a, to: dev}, {name: b, to: eu}', 'shop-{{name}}') }),
    [
      'block application-set-renames: Another name for 2 Applications of argocd/shops on 2 clusters',
      'info application-set-reach: argocd/shops reaches 2 Applications on 2 clusters at once',
    ],
  );
});

test('A set that is gone takes its Applications along, whatever its policy', async () => {
  const policy = '  syncPolicy: {applicationsSync: create-only}\n';
  const story = { base: list(three, '{{name}}', policy), head: undefined };
  assert.deepEqual(await told(story), [
    'block application-set-deleted: The end, with its set, of 3 Applications of argocd/shops on 3 clusters',
  ]);
  assert.deepEqual((await remarks(story))[0]?.places, [{ file: 'sets.yaml', line: 1, side: 'base' }]);
});

test('A template that fails changes nothing, and says so', async () => {
  const head = list('{name: [a], to: dev}');
  assert.deepEqual(await told({ base: list(three), head }), [
    'warn application-set-error: argocd/shops cannot be generated',
  ]);
  assert.match(
    (await remarks({ base: list(three), head }))[0]?.detail ?? '',
    /makes, changes and deletes none .* the value of "name" is no text/,
  );
});

test('Nothing goes while the API server refuses one of the Applications', async () => {
  const head = list('{name: a, to: dev}, {name: b_X, to: eu}');
  assert.deepEqual(await told({ base: list(three), head }), []);
});

test('What one change reaches at once is counted, and production in more than one place is a warning', async () => {
  const head = list(three).replace('path: apps', 'path: next');
  const configured = [production('eu'), production('us')];
  assert.deepEqual(await told({ base: list(three), head, configured }), [
    'warn application-set-reach: argocd/shops reaches 3 Applications on 3 clusters, 2 of them production at once',
  ]);
  const steps = `  strategy: {type: RollingSync, rollingSync: {steps: [{matchExpressions: [{key: x, operator: In, values: [z]}]}]}}\n`;
  const rolling = (spec: string): string => spec.replace('  template:', `${steps}  template:`);
  const settings = { 'applicationsetcontroller.enable.progressive.syncs': 'true' };
  const story = { base: rolling(list(three)), head: rolling(head), configured, given: { settings } };
  assert.deepEqual(await told(story), [
    'info application-set-reach: argocd/shops reaches 3 Applications on 3 clusters, 2 of them production in 1 steps',
  ]);
  assert.match((await remarks(story))[0]?.detail ?? '', /No step selects 3 of them: nobody syncs those\.$/);
});

test('Nothing is known to go where a generator cannot be evaluated, but for what another one made', async () => {
  const scm = '{scmProvider: {github: {organization: acme}}}';
  assert.deepEqual(
    await told({ base: list(three), head: list(three).replace('[{list', `[${scm}, {list`) }),
    [],
  );
  const both = (elements: string): string => list(elements).replace('[{list', `[${scm}, {list`);
  assert.deepEqual(await told({ base: both(three), head: both('{name: a, to: dev}, {name: b, to: eu}') }), [
    'block application-set-shrinks: The end of 1 Application of argocd/shops on 1 cluster',
  ]);
});

test('Fields that decide over the life of Applications are told when they change', async () => {
  const one = (more: string, name = '{{name}}'): string => list('{name: a, to: dev}', name, more);
  const policy = (value: string): string => one(`  syncPolicy: {applicationsSync: ${value}}\n`);
  assert.deepEqual(await told({ base: policy('create-only'), head: policy('sync') }), [
    'block application-set-policy: argocd/shops goes from the policy create-only to sync',
  ]);
  assert.deepEqual(await told({ base: policy('sync'), head: policy('create-update') }), [
    'warn application-set-policy: argocd/shops goes from the policy sync to create-update',
  ]);
  const settings = { 'applicationsetcontroller.policy': 'sync' };
  assert.deepEqual(await told({ base: one(''), head: policy('create-only'), given: { settings } }), [
    'warn application-set-policy-ignored: The policy that argocd/shops chooses does not count',
  ]);
  assert.deepEqual(
    await told({ base: one(''), head: one('  syncPolicy: {preserveResourcesOnDeletion: true}\n') }),
    [
      'warn application-set-preserve: Applications of argocd/shops lose the finalizer that deletes what they deployed',
    ],
  );
  assert.deepEqual(
    await told({ base: one(''), head: one('  strategy: {type: RollingSync, rollingSync: {steps: [{}]}}\n') }),
    ['warn application-set-strategy: The strategy RollingSync of argocd/shops has no effect here'],
  );
  assert.deepEqual(
    await told({
      base: one(''),
      head: one('').replace('project: default', "project: '{{to}}'"),
      given: { projects: ['dev', 'default'] },
    }),
    ['warn application-set-project: Parameters choose the project of argocd/shops'],
  );
});
