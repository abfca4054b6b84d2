import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { personOf } from '../bed/person.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { machineVariables, runProofline, type Finished, type Variables } from '../stories/command-line.ts';

let bed: ControlPlane;
let identity: Identity;
let directory: string;
/** Takes requests and never answers. Its certificate is the API server's, which is for this address too. */
let silent: Server;

const map = (name: string, labels = '{}'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default, labels: ${labels}}\n`;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  const base = { 'o/a.yaml': map('a') };
  ({ directory } = await checkout(join(bed.folder, 'repository'), {
    base,
    head: { ...base, 'o/b.yaml': map('b') },
  }));
  const certificate = join(bed.folder, 'certificates/apiserver');
  const [cert, key] = await Promise.all(['crt', 'key'].map(async (end) => readFile(`${certificate}.${end}`)));
  silent = createServer({ cert, key });
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
});

after(async () => {
  silent.closeAllConnections();
  silent.close();
  await identity.cluster.close();
  try {
    await proveNothingWritten(bed);
  } finally {
    await bed.stop();
  }
});

function variables(kubeconfig: string): Variables {
  return { KUBECONFIG: kubeconfig, PROOFLINE_CACHE: join(bed.folder, 'cache') };
}

const revisions = ['--base', 'main', '--head', 'change'];

test('A person whose credential could write is told so in one line, and only dry runs are sent', async () => {
  const args = ['review', ...revisions, directory];
  const { code, stdout, stderr } = await runProofline(args, variables(await personOf(bed, 'maria')));
  assert.equal(code, 0, stderr);
  assert.match(stdout, /created ConfigMap default\/b/u);
  assert.equal(
    stderr,
    'proofline: this credential could write (a request without dry run was not denied); Proofline sends only dry runs\n',
  );
  const written = await bed.admin.send({ method: 'GET', path: '/api/v1/namespaces/default/configmaps/b' });
  assert.equal(written.status, 404);
});

test('With the identity that cannot write nothing is said beside the review', async () => {
  const { code, stdout, stderr } = await runProofline(
    ['review', ...revisions, directory],
    variables(identity.kubeconfig),
  );
  assert.equal(code, 0);
  assert.match(stdout, /created ConfigMap default\/b/u);
  assert.equal(stderr, '');
  assert.doesNotMatch(stdout, /that this credential cannot write/u);
});

/** The command line with another deadline than it has. */
async function within(seconds: number, args: readonly string[], environment: Variables): Promise<Finished> {
  const here = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
  const script = `
    import { readArguments } from ${here('cli/arguments.ts')};
    import { problemOf } from ${here('cli/problem.ts')};
    import { reviewHere } from ${here('cli/review-here.ts')};
    import { createMask } from ${here('object/mask.ts')};
    const mask = createMask();
    const limits = { unitSeconds: 120, reviewSeconds: ${seconds} };
    try {
      process.exitCode = await reviewHere(readArguments(process.argv.slice(1)), mask, limits);
    } catch (error) {
      process.stderr.write(problemOf(error, mask));
      process.exitCode = 2;
    }`;
  const env = { ...machineVariables(), ...environment };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--input-type=module', '-e', script, '--', ...args],
      { env },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, stdout, stderr });
      },
    );
  });
}

test('A review that its deadline meets while a server is silent says what it saw, is timed out, and ends with 2', async () => {
  const address = silent.address();
  assert.ok(address !== null && typeof address === 'object');
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
  await seed(bed, [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'silent' },
      webhooks: [
        {
          name: 'silent.example.com',
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          timeoutSeconds: 30,
          clientConfig: {
            url: `https://127.0.0.1:${String(address.port)}/`,
            caBundle: Buffer.from(bed.ca).toString('base64'),
          },
          objectSelector: { matchLabels: { hooked: 'yes' } },
          rules,
        },
      ],
    },
  ]);
  const base = { 'o/a.yaml': map('a') };
  const head = { ...base, 'p/hooked.yaml': map('hooked', '{hooked: "yes"}'), 'q/quick.yaml': map('quick') };
  const slow = await checkout(join(bed.folder, 'slow'), { base, head });
  const args = ['review', ...revisions, '--format', 'json', slow.directory];
  const { code, stdout, stderr } = await within(15, args, variables(identity.kubeconfig));
  assert.deepEqual([code, stderr], [2, '']);
  const said: unknown = JSON.parse(stdout);
  assert.match(JSON.stringify(said), /"conclusion":"timed_out"/u);
  assert.match(JSON.stringify(said), /Not finished in time/u);
  assert.match(stdout, /"name": "quick"/u);
});

test('A review whose deadline passes before anything was compared says that, and ends with 2', async () => {
  const [programs, path] = [join(bed.folder, 'programs'), process.env['PATH'] ?? ''];
  await mkdir(programs);
  const git = `#!/bin/sh\ncase " $* " in *" merge-base "*) exec sleep 60;; esac\nPATH='${path}' exec git "$@"\n`;
  await writeFile(join(programs, 'git'), git);
  await chmod(join(programs, 'git'), 0o755);
  const args = ['review', ...revisions, '--no-cluster', directory];
  const environment = { ...variables(identity.kubeconfig), PATH: `${programs}:${path}` };
  const { code, stdout, stderr } = await within(1, args, environment);
  assert.deepEqual(
    [code, stdout, stderr],
    [2, '', 'The review was not finished in time, and nothing was compared.'],
  );
});
