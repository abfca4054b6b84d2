import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { personOf } from '../bed/person.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { endings } from '../doors/endings.ts';
import { programEnvironment } from '../doors/programs.ts';
import { git } from '../github/git.ts';
import { commit, type Content } from '../source/commit.ts';
import { runProofline, type Finished } from '../stories/command-line.ts';
import { accountBesides, kubeconfigToNowhere, revoke } from './accounts.ts';
import { seedBad } from './cluster.ts';
import { assertMannered } from './manners.ts';
import { badUnits, filesOf, map, oddUnits } from './units.ts';

const started = endings();
let bed: ControlPlane;
let identity: Identity;
let environment: Record<string, string>;
let count = 0;

before(async () => {
  bed = await startControlPlane();
  started.add(bed.stop);
  identity = await addIdentity(bed);
  started.add(() => identity.cluster.close());
  started.add(() => proveNothingWritten(bed));
  await seedBad(bed);
  environment = await programEnvironment(bed.folder);
});

after(async () => {
  await started.run();
});

type Files = Readonly<Record<string, Content>>;

function folder(): string {
  count += 1;
  return join(bed.folder, `work-${count}`);
}

/** What is said, with the folder of the test left out of what may not be said. */
async function run(args: readonly string[], variables: Record<string, string> = {}): Promise<Finished> {
  const finished = await runProofline(args, {
    ...environment,
    KUBECONFIG: identity.kubeconfig,
    ...variables,
  });
  assertMannered(`${finished.stdout}\n${finished.stderr}`.replaceAll(bed.folder, 'FOLDER'));
  return finished;
}

async function review(sides: { base: Files; head: Files }, ...more: readonly string[]): Promise<Finished> {
  const { directory } = await checkout(folder(), sides);
  return run(['review', '--base', 'main', '--head', 'change', ...more, directory]);
}

const words = { 'README.md': 'Words.\n' };
const simple = { base: words, head: { ...words, 'apps/a/map.yaml': map('a') } };

test('Every bad unit is named with its file or object in a terminal, and the exit code says that not all was reviewed', async () => {
  const { code, stdout } = await review({ base: filesOf('base'), head: filesOf('head') });
  assert.equal(code, 2);
  for (const [path, { says }] of Object.entries({ ...badUnits, ...oddUnits })) {
    for (const said of says) assert.match(stdout, said, path);
  }
});

test('Without a cluster the same units are read as far as their source goes', async () => {
  const { code, stdout } = await review({ base: filesOf('base'), head: filesOf('head') }, '--no-cluster');
  assert.equal(code, 2);
  assert.match(stdout, /9 units do not render/);
  assert.match(stdout, /created Kettle shop\/big/);
});

/** Each ends a command before there is anything to review. */
const ends: Readonly<Record<string, () => Promise<readonly [args: readonly string[], says: RegExp]>>> = {
  'a base revision that does not exist': async () => {
    const { directory } = await checkout(folder(), simple);
    return [
      ['review', '--base', 'nowhere', '--no-cluster', directory],
      /Could not find the commit nowhere: no branch, tag or commit here has this name/,
    ];
  },
  'a folder that is no repository': async () => {
    const directory = folder();
    await mkdir(directory);
    return [['review', '--base', 'main', '--no-cluster', directory], /find a Git repository at/];
  },
  'a folder that is not there': () =>
    Promise.resolve([
      ['review', '--base', 'main', '/no/such/folder'],
      /\/no\/such\/folder is not a directory/,
    ]),
  'a repository without a commit': async () => {
    const directory = folder();
    await mkdir(directory);
    await git(directory, ['init', '--quiet', '--initial-branch=main']);
    return [
      ['review', '--base', 'main', '--no-cluster', directory],
      /Could not find the commit main: no branch/,
    ];
  },
  'a base without history in common': async () => {
    const { directory } = await checkout(folder(), simple);
    await git(directory, ['checkout', '--quiet', '--orphan', 'island']);
    await commit(directory, { 'apps/a/map.yaml': map('other') });
    return [['review', '--base', 'main', '--head', 'island', '--no-cluster', directory], /no common history/];
  },
  'a context that does not exist': async () => {
    const { directory } = await checkout(folder(), simple);
    return [
      ['review', '--base', 'main', '--context', 'nowhere', directory],
      /no usable context "nowhere"; it has proofline/,
    ];
  },
  'a broken configuration on base': async () => {
    const base = { ...words, '.github/proofline.yml': 'units:\n  - path: apps\n    prun: true\n' };
    const { directory } = await checkout(folder(), { base, head: { ...base, 'apps/a.yaml': map('a') } });
    return [['review', '--base', 'main', '--no-cluster', directory], /proofline\.yml, line 3: .*prun/];
  },
  'an unknown rule in a checkout': async () => {
    const directory = folder();
    await mkdir(join(directory, '.github'), { recursive: true });
    await writeFile(join(directory, '.github/proofline.yml'), 'rules:\n  object-delted: block\n');
    return [['policy', 'check', directory], /line 2: .*object-delted/];
  },
  'a kubeconfig that is none': async () => {
    const { directory } = await checkout(folder(), simple);
    await writeFile(join(bed.folder, 'broken.kubeconfig'), 'clusters: [\n');
    return [['review', '--base', 'main', directory], /the kubeconfig .*broken\.kubeconfig cannot be read/];
  },
};

for (const [what, prepare] of Object.entries(ends)) {
  test(`What went wrong is said in one line for ${what}`, async () => {
    const [args, says] = await prepare();
    const variables: Record<string, string> = what.startsWith('a kubeconfig')
      ? { KUBECONFIG: join(bed.folder, 'broken.kubeconfig') }
      : {};
    const { code, stdout, stderr } = await run(args, variables);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, says);
    assert.match(stderr, /^proofline: /);
    assert.doesNotMatch(stderr, /fault of Proofline/);
  });
}

test('An API server that is not there, or does not take the token, leaves units unseen and is named', async () => {
  const expired = await accountBesides(bed, 'short');
  await revoke(bed, 'short');
  const { directory } = await checkout(folder(), simple);
  const cases = [
    [await kubeconfigToNowhere(bed), /cluster nowhere: not reachable \(.*127\.0\.0\.1:1\)/],
    [expired, /cluster short: the server rejects this credential: it has expired or was revoked/],
  ] as const;
  for (const [kubeconfig, says] of cases) {
    const args = ['review', '--base', 'main', '--head', 'change', directory];
    const { code, stdout, stderr } = await run(args, { KUBECONFIG: kubeconfig });
    assert.equal(code, 1);
    assert.match(stdout, says);
    assert.doesNotMatch(stdout, /created/);
    assert.match(stderr, /^proofline: this credential could write/);
  }
});

test('A person’s own credential is told that it could write, once, and the review that it was not proved (complaint 14)', async () => {
  const { directory } = await checkout(folder(), simple);
  const args = ['review', '--base', 'main', '--head', 'change', directory];
  const { code, stdout, stderr } = await run(args, { KUBECONFIG: await personOf(bed, 'maria') });
  assert.equal(code, 0);
  assert.match(stderr, /^proofline: this credential could write \(.*\); Proofline sends only dry runs\n$/);
  assert.match(stdout, /Not proved by this review: that this credential cannot write to cluster maria/);
});

test('A role that the credential may not grant is compared by structure, said so, and no failure (complaint 15)', async () => {
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'create', 'patch'] }];
  const metadata = { name: 'without-escalate' };
  await seed(bed, [{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules }]);
  const kubeconfig = await personOf(bed, 'humble', 'without-escalate');
  const role = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: wide}\nrules:\n- {apiGroups: [""], resources: [secrets], verbs: [delete]}\n`;
  const { directory } = await checkout(folder(), {
    base: words,
    head: { ...words, 'apps/a/role.yaml': role },
  });
  const args = ['review', '--base', 'main', '--head', 'change', '--format', 'json', directory];
  const { stdout } = await run(args, { KUBECONFIG: kubeconfig });
  assert.match(
    stdout,
    /compared by structure only: the server lets nobody dry-run a grant of rights that they lack themselves/,
  );
  assert.match(stdout, /\+ {6}- secrets/);
  assert.match(stdout, /"conclusion": "action_required"/);
});

const operators: Readonly<Record<string, readonly [file: string, says: RegExp]>> = {
  'is no YAML': ['clusters: [\n', /operator\.yml, line \d+/],
  'has an unknown key': ['cluster: []\n', /operator\.yml, line 1: .*cluster/],
  'names a cluster that it does not have': [
    'repositories:\n- match: a/b\n  clusters: [nowhere]\n',
    /operator\.yml, line 3: .*names no cluster of this file/,
  ],
  'names a kubeconfig that is not there': [
    'clusters:\n- name: production\n  reach: {kubeconfig: /no/such/file}\n',
    /cluster production: the kubeconfig \/no\/such\/file cannot be read/,
  ],
  'names a short key': ['fingerprintKeyFile: KEY\n', /has 5 bytes, and a key needs 32 or more/],
};

for (const [what, [content, says]] of Object.entries(operators)) {
  test(`An operator's file that ${what} keeps the server from starting, and says where`, async () => {
    const file = join(bed.folder, 'operator.yml');
    const key = join(bed.folder, 'short.key');
    await writeFile(key, 'short');
    await writeFile(file, content.replace('KEY', key));
    const app = { APP_ID: '1', WEBHOOK_SECRET: 'some words', PRIVATE_KEY: await privateKey() };
    const { code, stderr } = await run(['serve'], { ...app, PROOFLINE_CONFIG: file });
    assert.equal(code, 2);
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /fault of Proofline/);
  });
}

async function privateKey(): Promise<string> {
  const { generateKeyPairSync } = await import('node:crypto');
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}
