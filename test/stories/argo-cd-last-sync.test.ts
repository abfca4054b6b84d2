/** An Application that was synced one commit before base: what its review tells apart where objects carry no record. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import type { Json, JsonObject } from '../../src/object/json.ts';
import { at, isJsonObject, jsonIn } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { listAt, textAt, textsAt } from '../../src/object/fields.ts';
import { argoCdObject } from '../bed/argo-cd/object.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { git } from '../github/git.ts';
import { commit } from '../source/commit.ts';
import { openArgoCdHome, type ArgoCdHome } from './argo-cd-home.ts';
import { runProofline } from './command-line.ts';

const url = 'https://github.com/octo-org/shop';
const source = { repoURL: url, path: 'deploy', targetRevision: 'main' };

const application = argoCdObject('Application', 'web', {
  project: 'default',
  destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
  source,
});

function config(name: string, data: Readonly<Record<string, string>>, option?: string): KubeObject {
  const annotations = option === undefined ? {} : { 'argocd.argoproj.io/sync-options': option };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop', annotations }, data };
}

const onServer = (level: string): KubeObject =>
  config('on-server', { level, mode: 'safe' }, 'ServerSideApply=true');
const replaced = (level: string): KubeObject => config('replaced', { level, mode: 'safe' }, 'Replace=true');
const gone = config('gone', { a: '1' });
const leaves = config('leaves', { a: '1' });
const left = config('left', { a: '1' });
const late = config('late', { a: '1' });
const own = (level: string): KubeObject => config('own', { level });

const start: Readonly<Record<string, string>> = {
  'argo/web.yaml': JSON.stringify(application),
  'deploy/on-server.yaml': JSON.stringify(onServer('1')),
  'deploy/replaced.yaml': JSON.stringify(replaced('1')),
  'deploy/gone.yaml': JSON.stringify(gone),
  'deploy/own.yaml': JSON.stringify(own('1')),
  'deploy/leaves.yaml': JSON.stringify(leaves),
  'deploy/left.yaml': JSON.stringify(left),
};
const merged = {
  'deploy/on-server.yaml': JSON.stringify(onServer('2')),
  'deploy/replaced.yaml': JSON.stringify(replaced('2')),
  'deploy/late.yaml': JSON.stringify(late),
};

let home: ArgoCdHome;
let directory: string;
let synced: string;

before(async () => {
  home = await openArgoCdHome();
  const { bed } = home;
  const base = { ...start, ...merged, 'deploy/leaves.yaml': undefined };
  const head = { ...base, 'deploy/own.yaml': JSON.stringify(own('2')), 'deploy/left.yaml': undefined };
  directory = join(bed.folder, 'shop');
  await checkout(directory, { base: start, head: start }, 'start');
  synced = await git(directory, ['rev-parse', 'main']);
  await git(directory, ['switch', '--quiet', 'main']);
  await commit(directory, base);
  await git(directory, ['switch', '--quiet', '--create', 'change']);
  await commit(directory, head);
  await git(directory, ['remote', 'add', 'origin', `${url}.git`]);

  await seed(bed, [
    argoCdObject('AppProject', 'default', {
      destinations: [{ server: '*', namespace: '*' }],
      sourceRepos: ['*'],
    }),
    { ...application, status: statusAt(synced) },
  ]);
  await seed(bed, [tracked(onServer('1'))], 'argocd-controller');
  await create(withRecord(tracked(own('1'))), 'argocd-controller');
  for (const object of [leaves, left]) await create(withRecord(tracked(object)), 'argocd-controller');
  await create(tracked(replaced('1')), 'argocd-application-controller');
  for (const name of ['on-server', 'replaced']) await edit(name);
});

after(async () => home.close());

function statusAt(revision: string): JsonObject {
  const names = ['on-server', 'replaced', 'gone', 'own', 'leaves', 'left'];
  return {
    resources: names.map((name) => ({ version: 'v1', kind: 'ConfigMap', namespace: 'shop', name })),
    sync: { status: 'OutOfSync', revision },
    history: [{ id: 0, revision, source }],
    operationState: { phase: 'Succeeded', syncResult: { revision, source } },
  };
}

function tracked(object: KubeObject): KubeObject {
  const { metadata } = object;
  const id = `web:/ConfigMap:shop/${metadata.name}`;
  const annotations = { ...asObject(metadata['annotations']), 'argocd.argoproj.io/tracking-id': id };
  return { ...object, metadata: { ...metadata, annotations } };
}

function withRecord(object: KubeObject): KubeObject {
  const annotations = {
    ...asObject(object.metadata['annotations']),
    'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(object)}\n`,
  };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

const configMaps = '/api/v1/namespaces/shop/configmaps';

async function create(object: KubeObject, manager: string): Promise<void> {
  const path = `${configMaps}?fieldManager=${manager}`;
  assert.equal((await home.bed.admin.send({ method: 'POST', path, body: object })).status, 201);
}

async function edit(name: string): Promise<void> {
  const { status } = await home.bed.admin.send({
    method: 'PATCH',
    path: `${configMaps}/${name}?fieldManager=kubectl-edit`,
    contentType: 'application/merge-patch+json',
    body: { data: { mode: 'fast' } },
  });
  assert.equal(status, 200);
}

async function review(format: string, head = 'change'): Promise<string> {
  const args = ['review', '--base', 'main', '--head', head, '--argo-cd', 'argocd', '--format', format];
  const variables = { KUBECONFIG: home.identity.kubeconfig, PROOFLINE_CACHE: join(home.bed.folder, 'cache') };
  const { stdout, stderr } = await runProofline([...args, directory], variables);
  assert.match(stdout, /argocd\/web/u, stderr);
  return stdout;
}

function told(said: Json | undefined): ReadonlyMap<Json | undefined, readonly (Json | undefined)[]> {
  return new Map(
    listAt(said, 'changes').map((change) => [
      at(change, 'object', 'name'),
      [
        at(change, 'applied'),
        textsAt(change, 'causes').join(),
        ...listAt(change, 'fields').map(
          (field) => `${textAt(field, 'path')} ${textsAt(field, 'causes').join()}`,
        ),
      ],
    ]),
  );
}

test('What waits in Git and what drifted are told apart by rendering the commit that was synced last', async () => {
  const said = jsonIn(await review('json'));
  const changes = told(said);
  const both = ['last-sync', 'unsynced,drift', '.data.level unsynced', '.data.mode drift'];
  assert.deepEqual(changes.get('on-server'), both);
  assert.deepEqual(changes.get('replaced'), both);
  assert.deepEqual(changes.get('gone'), ['last-sync', 'drift']);
  assert.deepEqual(changes.get('late'), ['last-sync', 'unsynced']);
  assert.deepEqual(changes.get('leaves'), [null, 'unsynced']);
  assert.deepEqual(changes.get('left'), [null, 'pull-request']);
  assert.deepEqual(changes.get('own'), [null, 'pull-request', '.data.level pull-request']);
  assert.deepEqual(at(said, 'units', 0, 'lastSync'), { commit: synced, unread: null });
  const overwritten = listAt(said, 'findings').filter(
    (finding) => at(finding, 'rule') === 'drift-overwritten',
  );
  assert.match(JSON.stringify(overwritten), /on-server` \.data\.mode from .*replaced` \.data\.mode from /u);
  assert.doesNotMatch(JSON.stringify(overwritten), /\.data\.level/u);

  const comment = await review('markdown');
  assert.ok(
    comment.includes(
      `drift and merges that are not applied yet are told apart by rendering again the commit that was synced last, \`${synced}\` (4 objects)`,
    ),
    comment,
  );
});

test('A commit that is not in the checkout is said, and who owns a field is all that is left', async () => {
  const missing = 'f'.repeat(40);
  await seed(home.bed, [{ ...application, status: statusAt(missing) }]);
  const said = jsonIn(await review('json'));
  const changes = told(said);
  assert.deepEqual(changes.get('on-server'), [
    'managed-fields',
    'unsynced,drift',
    '.data.level unsynced',
    '.data.mode drift',
  ]);
  assert.deepEqual(changes.get('replaced'), [
    'unknown',
    'unsynced,drift',
    '.data.level unsynced,drift',
    '.data.mode unsynced,drift',
  ]);
  assert.deepEqual(at(said, 'units', 0, 'lastSync'), {
    commit: null,
    unread: `the commit ${missing} is not in this copy of the repository`,
  });
  const comment = await review('markdown');
  assert.match(comment, /by who owns the field \(1 object\)/u);
  assert.match(comment, /of 3 objects nothing tells what was applied last/u);
  assert.match(comment, /its last sync could not be rendered: the commit `?f{40}`? is not in this copy/u);
});
