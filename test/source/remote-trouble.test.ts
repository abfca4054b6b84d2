import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';

import { kindOf } from '../../src/http/address.ts';
import { openWeb } from '../../src/http/web.ts';
import type { RemoteReference } from '../../src/source/remote.ts';
import { files, local, reviewsWith, serve, whyNot } from './remote-bed.ts';

function fileAt(url: string): RemoteReference {
  return { kind: 'file', url };
}

test('A file of an allowed host is a tree with this one file, named by its digest', async (context) => {
  const server = await serve(context, files({ '/a/base.yaml': 'kind: ConfigMap\n' }));
  const { review } = await reviewsWith(context, [local(server)]);
  const answer = await review()(fileAt(`${server.url}/a/base.yaml?token=hunter22`), 'shop');
  assert.ok(answer.kind === 'tree');
  assert.deepEqual([...answer.tree.entries.keys()], ['base.yaml']);
  assert.equal(answer.version, answer.digest);
  assert.equal(answer.moving, true);
});

test('A host that is not allowed is asked nothing, and neither is one without TLS that must have it', async (context) => {
  const server = await serve(context, files({ '/a': 'a' }));
  const none = await reviewsWith(context, []);
  assert.equal(
    (await whyNot(none.review(), fileAt(`${server.url}/a`))).replace(server.host, 'HOST'),
    'remote-not-allowed: the host HOST is not allowed for this repository',
  );
  const strict = await reviewsWith(context, [local(server, { plainHttp: false })]);
  assert.match(
    await whyNot(strict.review(), fileAt(`${server.url}/a`)),
    /^remote-not-allowed: the host \S+ may not be asked without TLS$/u,
  );
  const otherPort = await reviewsWith(context, [local(server, { host: '127.0.0.1' })]);
  assert.match(await whyNot(otherPort.review(), fileAt(`${server.url}/a`)), /^remote-not-allowed/u);
  assert.match(await whyNot(strict.review(), fileAt('ftp://127.0.0.1/a')), /only HTTP is fetched/u);
  assert.deepEqual(server.log, []);
});

test('A private address is asked only of a host that may have one, by name or by number', async (context) => {
  const server = await serve(context, files({ '/a': 'a' }));
  const port = server.host.split(':')[1] ?? '';
  for (const name of ['127.0.0.1', 'localhost', '[::ffff:7f00:1]', '0.0.0.0']) {
    const host = `${name}:${port}`;
    const { review } = await reviewsWith(context, [{ ...local(server), host, private: false }]);
    assert.match(
      await whyNot(review(), fileAt(`http://${host}/a`)),
      /^remote-not-allowed: \S+ leads to a private address, which is not allowed for it$/u,
    );
  }
  assert.deepEqual(server.log, []);
  const named = await reviewsWith(context, [{ ...local(server), host: `localhost:${port}` }]);
  assert.equal(await whyNot(named.review(), fileAt(`http://localhost:${port}/a`)), 'it was fetched');
});

test('Addresses are public, private or near the machine', () => {
  const kinds = {
    public: ['8.8.8.8', '140.82.121.4', '2606:4700::1', '172.32.0.1'],
    private: [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '0.0.0.0',
      '::1',
      '::',
      'fd12::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '224.0.0.1',
      '255.255.255.255',
    ],
    'link-local': [
      '169.254.169.254',
      'fe80::1',
      'fe80::1%eth0',
      '::ffff:169.254.169.254',
      'fd00:ec2::254',
      '100.100.100.200',
      'no address',
    ],
  };
  for (const [kind, addresses] of Object.entries(kinds)) {
    for (const address of addresses) assert.equal(kindOf(address), kind, address);
  }
});

test('What a name leads to is told with its addresses, or why it may not be asked', async (context) => {
  const web = openWeb();
  context.after(async () => web.close());
  const found = await web.addressesOf('localhost', true);
  assert.ok(found.kind === 'addresses' && found.addresses.includes('127.0.0.1'));
  const refused = await web.addressesOf('localhost', false);
  assert.ok(refused.kind === 'failure' && refused.why === 'private-address');
  const unknown = await web.addressesOf('no-such-host.invalid', true);
  assert.ok(unknown.kind === 'failure' && unknown.why === 'unreachable');
});

test('A redirect is followed to allowed hosts only, and shows no other host the credentials', async (context) => {
  const other = await serve(context, files({ '/a': 'a' }));
  const server = await serve(context, (request, response) => {
    const location = request.url === '/loop' ? '/loop' : `http://robot:hunter22@${other.host}/a`;
    response.writeHead(302, { location }).end();
  });
  const credential = { kind: 'basic', username: 'robot', password: 'hunter22hunter' } as const;
  const own = local(server, { credential });
  const { review } = await reviewsWith(context, [own]);
  const why = await whyNot(review(), fileAt(`${server.url}/a`));
  assert.match(
    why,
    /^remote-not-allowed: 127\S+ sends on to it, and the host 127\S+ is not allowed for this repository$/u,
  );
  assert.deepEqual(other.log, []);
  const both = await reviewsWith(context, [own, local(other)]);
  assert.equal(await whyNot(both.review(), fileAt(`${server.url}/a`)), 'it was fetched');
  assert.deepEqual(other.shown, ['']);
  assert.match(server.shown[0] ?? '', /^Basic /u);
  assert.match(await whyNot(both.review(), fileAt(`${server.url}/loop`)), /sends on too often/u);
});

test('A host that hangs costs its time-out once, and no other host anything', async (context) => {
  const hanging = await serve(context, () => undefined);
  const server = await serve(context, files({ '/a': 'a' }));
  const { review } = await reviewsWith(context, [local(hanging), local(server)]);
  const fetchRemote = review({ requestMs: 300 });
  const started = performance.now();
  const [first, other] = await Promise.all([
    whyNot(fetchRemote, fileAt(`${hanging.url}/a`)),
    whyNot(fetchRemote, fileAt(`${server.url}/a`)),
  ]);
  assert.match(first, /^remote-unreachable: \S+ did not answer in time$/u);
  assert.equal(other, 'it was fetched');
  const asked = hanging.log.length;
  assert.equal(asked, 1);
  assert.match(
    await whyNot(fetchRemote, fileAt(`${hanging.url}/b`)),
    /did not answer in time before in this review$/u,
  );
  assert.equal(hanging.log.length, asked);
  assert.ok(performance.now() - started < 3000);
});

test('A remote as a whole has a deadline, however often its server answers', async (context) => {
  const slow = await serve(context, (_, response) => {
    setTimeout(() => response.writeHead(302, { location: '/next' }).end(), 200);
  });
  const { review } = await reviewsWith(context, [local(slow)]);
  assert.match(await whyNot(review({ remoteMs: 500 }), fileAt(`${slow.url}/a`)), /did not answer in time$/u);
  assert.ok(slow.log.length >= 2);
});

test('A server that is down is asked again, and what it says then counts', async (context) => {
  const statuses = [503, 502];
  const server = await serve(context, (...asked) => {
    const status = statuses.shift();
    if (status === undefined) files({ '/a': 'a' })(...asked);
    else asked[1].writeHead(status).end();
  });
  const { review } = await reviewsWith(context, [local(server)]);
  assert.equal(await whyNot(review(), fileAt(`${server.url}/a`)), 'it was fetched');
  assert.equal(server.log.length, 3);
  statuses.push(500);
  assert.match(await whyNot(review(), fileAt(`${server.url}/a`)), /127\S+ answers 500$/u);
  const closed = createServer();
  await new Promise<void>((ready) => closed.listen(0, '127.0.0.1', ready));
  const address = closed.address();
  const host = `127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
  await new Promise<unknown>((done) => closed.close(done));
  const down = await reviewsWith(context, [{ ...local(server), host }]);
  assert.match(await whyNot(down.review(), fileAt(`http://${host}/a`)), /cannot be reached: .*ECONNREFUSED/u);
});

test('An answer that is too large is given up, also without a length', async (context) => {
  const endless = await serve(context, (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(100_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const { review } = await reviewsWith(context, [local(endless)]);
  assert.match(
    await whyNot(review({ file: 500_000 }), fileAt(`${endless.url}/a`)),
    /what \S+ answers is too large$/u,
  );
});
