import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { RemoteReference, RemoteTree } from '../../src/source/remote.ts';
import { createRegistry } from './registry.ts';
import { type Server, files, local, packaged, reviewsWith, serve, whyNot } from './remote-bed.ts';

const versions = ['1.2.0', '1.2.3', '1.3.0-rc.1', '2.0.0'];

function chartOf(server: Server, version: string, name = 'shop'): RemoteReference {
  return { kind: 'chart', repository: `${server.url}/charts`, name, version };
}

async function repository(
  context: TestContext,
  change: (contents: Record<string, Buffer | string>) => void = () => undefined,
): Promise<{ readonly server: Server; readonly contents: Record<string, Buffer | string> }> {
  const packages = await packaged(context, versions);
  const contents: Record<string, Buffer | string> = {};
  for (const [name, content] of Object.entries(packages)) contents[`/charts/${name}`] = content;
  change(contents);
  return { server: await serve(context, (...asked) => files(contents)(...asked)), contents };
}

function treeIn(answer: RemoteTree): Extract<RemoteTree, { kind: 'tree' }> {
  assert.ok(answer.kind === 'tree', answer.kind === 'gap' ? answer.gap.why : '');
  return answer;
}

test('A chart of an exact version is its own directory, named by the digest of its archive', async (context) => {
  const { server, contents } = await repository(context);
  const { review } = await reviewsWith(context, [local(server)]);
  const { tree, digest, version, moving } = treeIn(await review()(chartOf(server, '1.2.3'), 'shop'));
  const archive = contents['/charts/shop-1.2.3.tgz'] ?? '';
  assert.equal(digest, `sha256:${createHash('sha256').update(archive).digest('hex')}`);
  assert.deepEqual([version, moving], ['1.2.3', false]);
  assert.deepEqual([...tree.entries.keys()], ['Chart.yaml', 'templates/map.yaml', 'values.yaml']);
  const read = await tree.read(['values.yaml', 'none']);
  assert.equal(read.get('values.yaml')?.toString(), 'color: blue\n');
  assert.equal(read.size, 1);
});

test('A range takes the newest release in it, once for a review', async (context) => {
  const { server } = await repository(context);
  const { review } = await reviewsWith(context, [local(server)]);
  const fetchRemote = review();
  const [one, other] = await Promise.all([
    fetchRemote(chartOf(server, '^1.2'), 'a'),
    fetchRemote(chartOf(server, '^1.2'), 'b'),
  ]);
  assert.deepEqual(one, other);
  assert.equal(treeIn(one).version, '1.2.3');
  assert.equal(treeIn(one).moving, true);
  assert.equal(treeIn(await fetchRemote(chartOf(server, '>=1.3.0-0 <2'), 'a')).version, '1.3.0-rc.1');
  assert.equal(treeIn(await fetchRemote(chartOf(server, '*'), 'a')).version, '2.0.0');
  assert.equal(server.log.filter((line) => line.endsWith('index.yaml')).length, 1);
});

test('The next review asks for the index alone, and learns from it that a range moved', async (context) => {
  const { server, contents } = await repository(context, (made) => {
    made['/charts/new-index'] = made['/charts/index.yaml'] ?? '';
    made['/charts/index.yaml'] = String(made['/charts/index.yaml']).replaceAll(
      'version: 1.2.3',
      'version: 1.1.0',
    );
  });
  const { review } = await reviewsWith(context, [local(server)]);
  assert.equal(treeIn(await review()(chartOf(server, '1.x'), 'shop')).version, '1.2.0');
  server.forget();
  assert.equal(treeIn(await review()(chartOf(server, '1.x'), 'shop')).version, '1.2.0');
  assert.deepEqual(server.log, ['GET /charts/index.yaml']);
  contents['/charts/index.yaml'] = contents['/charts/new-index'] ?? '';
  server.forget();
  assert.equal(treeIn(await review()(chartOf(server, '1.x'), 'shop')).version, '1.2.3');
  assert.deepEqual(server.log, ['GET /charts/index.yaml', 'GET /charts/shop-1.2.3.tgz']);
});

test('A version that is not there is told with those that are near it', async (context) => {
  const { server } = await repository(context);
  const { review } = await reviewsWith(context, [local(server)]);
  const why = async (version: string, name?: string): Promise<string> =>
    whyNot(review(), chartOf(server, version, name));
  assert.equal(
    await why('1.2.5'),
    'remote-unreachable: there is no version 1.2.5 of it; near it are 1.3.0-rc.1, 1.2.3, 1.2.0',
  );
  assert.match(await why('^7'), /no version \^7 of it; near it are 2\.0\.0, 1\.3\.0-rc\.1, 1\.2\.3$/u);
  assert.match(await why('latest'), /latest is no version or range/u);
  assert.match(await why('1.2.3', 'market'), /index has no chart market/u);
});

test('An archive that is not the one of the index is refused, now and later', async (context) => {
  const { server, contents } = await repository(context, (made) => {
    made['/charts/shop-1.2.3.tgz'] = made['/charts/shop-2.0.0.tgz'] ?? '';
  });
  assert.notEqual(contents['/charts/shop-1.2.3.tgz'], '');
  const { review } = await reviewsWith(context, [local(server)]);
  for (const fetchRemote of [review(), review()]) {
    assert.match(
      await whyNot(fetchRemote, chartOf(server, '1.2.3')),
      /^remote-unreachable: its archive at 1\.2\.3 is not the one in the index: the digests differ$/u,
    );
  }
});

test('An index in JSON, with whole URLs and no digests, is read as well', async (context) => {
  const { server, contents } = await repository(context);
  const entry = { name: 'shop', version: '1.2.3', urls: [`${server.url}/charts/shop-1.2.3.tgz`] };
  contents['/charts/index.yaml'] = JSON.stringify({ apiVersion: 'v1', entries: { shop: [entry] } });
  const { review } = await reviewsWith(context, [local(server)]);
  assert.equal(treeIn(await review()(chartOf(server, '1.2.3'), 'shop')).version, '1.2.3');
});

test('An index may say that an archive is in a registry', async (context) => {
  const { server, contents } = await repository(context);
  const registry = createRegistry();
  const other = await serve(context, registry.answer);
  registry.push('team/shop', '1.2.3', Buffer.from(contents['/charts/shop-1.2.3.tgz'] ?? ''));
  const entry = { name: 'shop', version: '1.2.3', urls: [`oci://${other.host}/team/shop:1.2.3`] };
  contents['/charts/index.yaml'] = JSON.stringify({ apiVersion: 'v1', entries: { shop: [entry] } });
  const { review } = await reviewsWith(context, [local(server), local(other)]);
  const { version, moving, tree } = treeIn(await review()(chartOf(server, '^1'), 'shop'));
  assert.deepEqual([version, moving, tree.entries.size], ['1.2.3', true, 3]);
  assert.deepEqual(registry.violations, []);
});

test('An archive at another host is asked for without the credentials of the repository', async (context) => {
  const { server, contents } = await repository(context);
  const archive = contents['/charts/shop-1.2.3.tgz'] ?? '';
  const other = await serve(context, files({ '/shop-1.2.3.tgz': archive }));
  const index = String(contents['/charts/index.yaml']);
  contents['/charts/index.yaml'] = index.replace('- shop-1.2.3.tgz', `- ${other.url}/shop-1.2.3.tgz`);
  const credential = { kind: 'basic', username: 'robot', password: 'hunter22hunter' } as const;
  const own = local(server, { credential });
  const alone = await reviewsWith(context, [own]);
  assert.match(
    await whyNot(alone.review(), chartOf(server, '1.2.3')),
    /^remote-not-allowed: the host \S+ is not allowed/u,
  );
  const both = await reviewsWith(context, [own, local(other)]);
  assert.equal(treeIn(await both.review()(chartOf(server, '1.2.3'), 'shop')).version, '1.2.3');
  assert.deepEqual(other.shown, ['']);
  assert.ok(server.shown.every((shown) => shown.startsWith('Basic ')));
});

test('No reason tells a credential, whether it is of the operator, of the URL or of a server', async (context) => {
  const echo = await serve(context, (request, response) => {
    const location = `http://robot:hunter22hunter@elsewhere.example/?key=hunter22hunter&was=${request.headers.authorization ?? ''}`;
    response.writeHead(302, { location }).end();
  });
  const credential = { kind: 'basic', username: 'robot', password: 'hunter22hunter' } as const;
  const { review } = await reviewsWith(context, [local(echo, { credential })]);
  const address = `http://robot:hunter22hunter@${echo.host}/charts?key=hunter22hunter`;
  const references: readonly RemoteReference[] = [
    { kind: 'chart', repository: address, name: 'shop', version: 'hunter22hunter' },
    { kind: 'file', url: address },
    { kind: 'git', url: address, revision: undefined, path: '.' },
  ];
  for (const reference of references) {
    const answer = await review()(reference, 'shop');
    assert.ok(answer.kind === 'gap');
    assert.match(answer.gap.why, /sends on to it, and the host elsewhere\.example is not allowed/u);
    assert.doesNotMatch(answer.gap.why, /hunter22|robot|Um9ib3Q/iu);
  }
});
