import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readAppEnvironment } from '../../src/config/app-environment.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { readEnvironment } from '../../src/config/environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofline-environment-'));
after(() => rmSync(folder, { recursive: true }));

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
const app = { APP_ID: '7', PRIVATE_KEY: pem, WEBHOOK_SECRET: 'a long secret' };

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  assert.fail('accepted');
}

test('An empty environment is enough for the command line', () => {
  assert.deepEqual(readEnvironment({ HOME: '/home/x' }), {
    configFile: undefined,
    cache: '/home/x/.cache/proofline',
    logLevel: 'info',
    kubeconfigs: ['/home/x/.kube/config'],
    pod: undefined,
    programs: {},
    path: '',
    forGit: {},
  });
});

test('Of the way to a server git is told what the operator says, and of the rest nothing', () => {
  const proxy = { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'ghes.example', GIT_SSL_CAINFO: '/etc/ca.pem' };
  assert.deepEqual(readEnvironment({ ...proxy, GIT_DIR: '/x', HTTP_PROXY: '' }).forGit, proxy);
});

test('Programs are found on PATH, or where a variable says', () => {
  for (const name of ['helm', 'kustomize', 'jsonnet', 'gotemplate', 'proofline-gotemplate', 'other']) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
  assert.deepEqual(readEnvironment({ PATH: `.:relative:${folder}` }).programs, {
    kustomize: join(folder, 'kustomize'),
    helm4: join(folder, 'helm'),
    jsonnet: join(folder, 'jsonnet'),
    gotemplate: join(folder, 'proofline-gotemplate'),
  });
  assert.equal(
    readEnvironment({ PROOFLINE_HELM3: join(folder, 'other') }).programs.helm3,
    join(folder, 'other'),
  );
  assert.equal(
    messageOf(() => readEnvironment({ PROOFLINE_HELM3: 'other' })),
    'environment: PROOFLINE_HELM3 must be the absolute path of a program',
  );
});

test('A server needs its credentials, and is told all that is missing at once', () => {
  assert.equal(
    messageOf(() => readAppEnvironment({ PORT: '99999' })),
    [
      'environment: APP_ID is missing',
      'environment: PRIVATE_KEY is missing (PRIVATE_KEY_PATH may name a file instead)',
      'environment: WEBHOOK_SECRET is missing: without it anybody could send events',
      'environment: PORT must be a port number',
    ].join('\n'),
  );
  assert.match(
    messageOf(() => readAppEnvironment({ ...app, WEBHOOK_SECRET: 'development' })),
    /WEBHOOK_SECRET must not be/,
  );
});

test('The private key may come as PEM, on one line, in base64 or from a file', () => {
  const file = join(folder, 'key.pem');
  writeFileSync(file, `${pem}\n`);
  const forms = [
    { PRIVATE_KEY: pem },
    { PRIVATE_KEY: pem.replaceAll('\n', String.raw`\n`) },
    { PRIVATE_KEY: Buffer.from(pem).toString('base64') },
    { PRIVATE_KEY: '', PRIVATE_KEY_PATH: file },
  ];
  for (const form of forms) assert.equal(readAppEnvironment({ ...app, ...form }).privateKey, pem);
});

test('What is wrong with a key is said without a piece of it', () => {
  const message = messageOf(() =>
    readAppEnvironment({ ...app, PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\ncanary\n' }),
  );
  assert.equal(message, 'environment: PRIVATE_KEY is no private key in PEM form that can be read');
});

test('An Enterprise Server has its own address', () => {
  assert.equal(readAppEnvironment(app).baseUrl, undefined);
  assert.equal(
    readAppEnvironment({ ...app, GHE_HOST: 'ghe.example.com' }).baseUrl,
    'https://ghe.example.com/api/v3',
  );
  assert.match(
    messageOf(() => readAppEnvironment({ ...app, GHE_HOST: 'a/b', GHE_PROTOCOL: 'ftp' })),
    /GHE_PROTOCOL.*\n.*GHE_HOST/,
  );
});
