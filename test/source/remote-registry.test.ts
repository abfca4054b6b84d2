import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { RemoteReference, RemoteTree } from '../../src/source/remote.ts';
import type { RemoteHost } from '../../src/source/remote/host.ts';
import { type Registry, type RegistrySettings, createRegistry, sha256 } from './registry.ts';
import { type Server, files, local, packaged, reviewsWith, serve, whyNot } from './remote-bed.ts';

const versions = ['1.2.0', '1.2.3', '1.4.0+build.7', '2.0.0-beta.1'];

interface Stage {
  readonly registry: Registry;
  readonly server: Server;
  readonly chart: (version: string) => RemoteReference;
}

async function stage(context: TestContext, settings: RegistrySettings = {}): Promise<Stage> {
  const registry = createRegistry(settings);
  const server = await serve(context, registry.answer);
  for (const [name, archive] of Object.entries(await packaged(context, versions))) {
    const version = /^shop-(.*)\.tgz$/u.exec(name)?.[1];
    if (version !== undefined) registry.push('team/charts/shop', version.replaceAll('+', '_'), archive);
  }
  registry.push('team/charts/shop', 'latest', Buffer.from('not a chart'));
  assert.equal(Object.keys(registry.blobs).length, versions.length + 1);
  context.after(() => assert.deepEqual(registry.violations, []));
  const repository = `oci://${server.host}/team/charts`;
  return { registry, server, chart: (version) => ({ kind: 'chart', repository, name: 'shop', version }) };
}

function treeIn(answer: RemoteTree): Extract<RemoteTree, { kind: 'tree' }> {
  assert.ok(answer.kind === 'tree', answer.kind === 'gap' ? answer.gap.why : '');
  return answer;
}

test('A chart of a registry is had by its tag, and its layer only once', async (context) => {
  const { registry, server, chart } = await stage(context);
  const { review } = await reviewsWith(context, [local(server)]);
  const { tree, digest, version, moving } = treeIn(await review()(chart('1.2.3'), 'shop'));
  assert.ok(digest in registry.blobs);
  assert.deepEqual([version, moving], ['1.2.3', false]);
  assert.deepEqual([...tree.entries.keys()], ['Chart.yaml', 'templates/map.yaml', 'values.yaml']);
  const manifest = 'GET /v2/team/charts/shop/manifests/1.2.3';
  assert.deepEqual(server.log, [manifest, `GET /v2/team/charts/shop/blobs/${digest}`]);
  server.forget();
  assert.equal(treeIn(await review()(chart('1.2.3'), 'shop')).digest, digest);
  assert.deepEqual(server.log, [manifest]);
});

test('A range is looked for among all pages of tags, and a plus in a version is an underscore there', async (context) => {
  const { server, chart } = await stage(context, { page: 2 });
  const { review } = await reviewsWith(context, [local(server)]);
  const fetchRemote = review();
  assert.deepEqual(
    await Promise.all(
      ['^1', '~1.2', '>1-0', '1.2.x'].map(async (range) => {
        const { version, moving } = treeIn(await fetchRemote(chart(range), 'shop'));
        return [version, moving];
      }),
    ),
    [
      ['1.4.0+build.7', true],
      ['1.2.3', true],
      ['2.0.0-beta.1', true],
      ['1.2.3', true],
    ],
  );
  assert.ok(server.log.some((line) => line.includes('tags/list?n=2&last=')));
  assert.ok(server.log.includes('GET /v2/team/charts/shop/manifests/1.4.0_build.7'));
});

test('A tag that moved is seen in the next review, and not before', async (context) => {
  const { registry, server, chart } = await stage(context);
  const { review } = await reviewsWith(context, [local(server)]);
  const fetchRemote = review();
  const before = treeIn(await fetchRemote(chart('1.2.3'), 'shop'));
  const other = Object.entries(await packaged(context, ['7.0.0'])).find(([name]) => name.endsWith('.tgz'));
  registry.push('team/charts/shop', '1.2.3', other?.[1] ?? Buffer.alloc(0));
  assert.equal(treeIn(await fetchRemote(chart('1.2.3'), 'other')).digest, before.digest);
  assert.notEqual(treeIn(await review()(chart('1.2.3'), 'shop')).digest, before.digest);
});

test('What is known by its digest is not asked for again', async (context) => {
  const { registry, server, chart } = await stage(context);
  const { review } = await reviewsWith(context, [local(server)]);
  const manifest = Object.keys(registry.manifests['team/charts/shop'] ?? {}).find((key) =>
    key.startsWith('sha256:'),
  );
  const remote = chart(manifest ?? '');
  assert.equal(treeIn(await review()(remote, 'shop')).version, manifest);
  assert.equal(server.log.length, 2);
  server.forget();
  assert.equal(treeIn(await review()(remote, 'shop')).moving, false);
  assert.deepEqual(server.log, []);
});

test('A manifest or a layer that is not what its digest says is refused', async (context) => {
  const { registry, server, chart } = await stage(context);
  const { review } = await reviewsWith(context, [local(server)]);
  const content = registry.manifests['team/charts/shop']?.['1.2.3'] ?? '';
  const layer = /"(sha256:\w+)","size":\d+\}\]/u.exec(content)?.[1] ?? '';
  registry.blobs[layer] = Buffer.from('something else');
  assert.match(await whyNot(review(), chart('1.2.3')), /not the one in the manifest: the digests differ/u);
  (registry.manifests['team/charts/shop'] ?? {})[sha256(content)] = '{}';
  const { review: afresh } = await reviewsWith(context, [local(server)]);
  assert.match(
    await whyNot(afresh(), chart(sha256(content))),
    /not the one that was asked for: the digests differ/u,
  );
});

test('What is no chart, and a tag that is not there, are told as such', async (context) => {
  const { registry, server, chart } = await stage(context);
  const { review } = await reviewsWith(context, [local(server)]);
  assert.match(await whyNot(review(), chart('latest')), /latest is no version or range/u);
  assert.match(
    await whyNot(review(), chart('1.2.1')),
    /^remote-unreachable: there is no version 1\.2\.1 of it; near it are 1\.4\.0\+build\.7, 1\.2\.3, 1\.2\.0$/u,
  );
  registry.push('team/charts/shop', '3.0.0', Buffer.from('no archive'));
  assert.match(await whyNot(review(), chart('3.0.0')), /its archive is no gzip/u);
  const other = {
    kind: 'chart' as const,
    repository: `oci://${server.host}/team`,
    name: 'none',
    version: '1.0.0',
  };
  assert.match(await whyNot(review(), other), /it is not there \(127\.0\.0\.1:\d+ answers 404\)/u);
  const odd = { ...other, name: '../../admin' };
  assert.match(await whyNot(review(), odd), /no name that a registry could know/u);
});

const pair = 'robot:hunter22hunter';
const credential = { kind: 'basic', username: 'robot', password: 'hunter22hunter' } as const;

test('A registry that wants a token gets one for reading this chart alone', async (context) => {
  const { server, chart } = await stage(context, {
    auth: { kind: 'token', realm: () => `${server.url}/token`, pair },
  });
  const { review } = await reviewsWith(context, [local(server, { credential })]);
  assert.equal(treeIn(await review()(chart('^1'), 'shop')).version, '1.4.0+build.7');
  assert.equal(server.log.filter((line) => line.startsWith('GET /token')).length, 1);
  assert.match(
    server.log.find((line) => line.startsWith('GET /token')) ?? '',
    /scope=repository%3Ateam%2Fcharts%2Fshop%3Apull$/u,
  );
});

test('Credentials that are wrong, and those that are missing, are told apart', async (context) => {
  const told = async (settings: RegistrySettings, host: Partial<RemoteHost>): Promise<string> => {
    const { server, chart } = await stage(context, settings);
    const { review } = await reviewsWith(context, [local(server, host)]);
    return (await whyNot(review(), chart('1.2.3'))).replaceAll(server.host, 'HOST');
  };
  const wrong = { ...credential, password: 'wrong-password' };
  const basic: RegistrySettings = { auth: { kind: 'basic', pair } };
  assert.equal(await told(basic, { credential }), 'it was fetched');
  const refused = 'remote-unreachable: credentials refused by HOST (401)';
  assert.equal(await told(basic, { credential: wrong }), refused);
  const missing = 'remote-unreachable: HOST wants credentials (401), and none are configured';
  assert.equal(await told(basic, {}), missing);
  const unreadable = await told(basic, { credential: { kind: 'unreadable' } });
  assert.match(unreadable, /credentials for HOST cannot be read on this machine/u);
});

test('A token is asked for only at an allowed host, and no credential is shown to another one', async (context) => {
  const thief = await serve(context, (_, response) => response.writeHead(200).end('{"token":"t"}'));
  const { server, chart } = await stage(context, {
    auth: { kind: 'token', realm: () => `${thief.url}/token`, pair },
  });
  const own = local(server, { credential });
  const { review } = await reviewsWith(context, [own]);
  assert.match(
    await whyNot(review(), chart('1.2.3')),
    /^remote-not-allowed: the host 127\.0\.0\.1:\d+ is not allowed/u,
  );
  assert.deepEqual(thief.log, []);
  const both = await reviewsWith(context, [own, local(thief)]);
  assert.match(await whyNot(both.review(), chart('1.2.3')), /credentials refused/u);
  assert.deepEqual(thief.shown, ['']);
});

test('Blobs may be kept at another allowed host, which sees no credential of the registry', async (context) => {
  const store = await serve(context, (...asked) => {
    files(Object.fromEntries(Object.entries(registry.blobs).map(([digest, blob]) => [`/${digest}`, blob])))(
      ...asked,
    );
  });
  const { registry, server, chart } = await stage(context, {
    auth: { kind: 'basic', pair },
    blobsAt: () => store.url,
  });
  const own = local(server, { credential });
  const refused = await whyNot((await reviewsWith(context, [own])).review(), chart('1.2.3'));
  assert.match(
    refused,
    /^remote-not-allowed: \S+ sends on to it, and the host \S+ is not allowed for this repository$/u,
  );
  assert.doesNotMatch(refused, /hunter22/u);
  assert.deepEqual(store.log, []);
  const both = await reviewsWith(context, [own, local(store)]);
  assert.equal(treeIn(await both.review()(chart('1.2.3'), 'shop')).version, '1.2.3');
  assert.deepEqual(store.shown, ['']);
});
