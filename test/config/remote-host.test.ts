import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { ConfigError } from '../../src/config/config-error.ts';
import { grantOf } from '../../src/config/grant.ts';
import { parseOperatorConfig } from '../../src/config/operator.ts';
import { readRemoteHosts } from '../../src/http/remote-hosts.ts';

const content = `
remotes:
  - host: charts.example.com
  - host: registry.example.com:5000
    private: true
    plainHttp: true
    credentials: {username: robot, passwordFile: /etc/proofline/registry}
repositories:
  - match: acme/shop
    remotes: [charts.example.com]
  - match: acme/*
    remotes: ["registry.example.com:5000"]
`;

test('A repository may use the hosts that the operator gave it, and no others', () => {
  const config = parseOperatorConfig({ file: 'operator.yaml', content });
  const hostsOf = (owner: string, name: string): readonly string[] =>
    grantOf(config, { owner, name }).remotes.map(({ host }) => host);
  assert.deepEqual(hostsOf('acme', 'shop'), ['charts.example.com', 'registry.example.com:5000']);
  assert.deepEqual(hostsOf('acme', 'bank'), ['registry.example.com:5000']);
  assert.deepEqual(hostsOf('other', 'shop'), []);
  assert.deepEqual(config.remotes[0], { host: 'charts.example.com', private: false, plainHttp: false });
});

test('A host with a scheme, one that is there twice and one that is not listed are mistakes', () => {
  const mistakes = `
remotes:
  - host: https://charts.example.com/
  - host: a.example
    credentials: {username: robot}
`;
  assert.throws(
    () => parseOperatorConfig({ file: 'operator.yaml', content: mistakes }),
    (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.message.split('\n'), [
        'operator.yaml, line 3: .remotes[0].host must be a host in lower case, perhaps with a port: no scheme, no path',
        'operator.yaml, line 5: .remotes[1].credentials must have either username and passwordFile, or tokenFile',
      ]);
      return true;
    },
  );
  const unlisted =
    'remotes: [{host: a.example}, {host: a.example}]\nrepositories: [{match: acme/shop, remotes: [b.example]}]\n';
  assert.throws(
    () => parseOperatorConfig({ file: 'operator.yaml', content: unlisted }),
    /remotes\[1\]\.host is there twice\n.*remotes\[0\] names no host in `remotes` of this file/u,
  );
});

test('Credentials are what their files hold at the moment, without the last line end', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'proofline-hosts-'));
  context.after(async () => rm(folder, { recursive: true }));
  const passwordFile = join(folder, 'password');
  const host = { host: 'a.example', private: false, plainHttp: false };
  const hosts = [
    { ...host, credentials: { username: 'robot', passwordFile } },
    { ...host, credentials: { tokenFile: join(folder, 'token') } },
    host,
  ];
  const credentials = async (): Promise<readonly unknown[]> =>
    (await readRemoteHosts(hosts)).map(({ credential }) => credential);
  await writeFile(passwordFile, 'pässword one \n');
  assert.deepEqual(await credentials(), [
    { kind: 'basic', username: 'robot', password: 'pässword one ' },
    { kind: 'unreadable' },
    undefined,
  ]);
  await writeFile(join(folder, 'token'), 'abc\r\n');
  assert.deepEqual((await credentials())[1], { kind: 'bearer', token: 'abc' });
  await writeFile(join(folder, 'token'), 'abc\r\nx-evil: 1\n');
  assert.deepEqual((await credentials())[1], { kind: 'unreadable' });
});
