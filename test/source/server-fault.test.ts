import assert from 'node:assert/strict';
import { test } from 'node:test';

import { branched, hub, merged } from './hub.ts';

for (const fault of [502, 'cut'] as const) {
  const how = fault === 'cut' ? 'cuts the connection' : `answers ${fault}`;
  // Each question is two requests: what the server can do, and the question itself.
  for (const spared of [0, 1, 2, 3]) {
    test(`A server that ${how} is asked again: for its branches and for commits, after ${spared} requests`, async (context) => {
      const { repository, review, server } = await hub(context);
      const { head } = await branched(repository);
      server.failNext(1, fault, spared);
      const { headTree } = merged(await review(head));
      assert.ok(server.requests.length > 4);
      server.failNext(1, fault, spared % 2);
      const asked = server.requests.length;
      assert.equal(String((await headTree.read(['a.yaml'])).get('a.yaml')), 'a: 2\n');
      // Without a fault there are two. A connection that was used before is opened anew by curl itself.
      assert.ok(server.requests.length - asked > 2);
    });
  }
}

for (const status of [401, 403, 404]) {
  test(`A server that answers ${status} is not asked again`, async (context) => {
    const { repository, review, server } = await hub(context);
    const { head } = await branched(repository);
    server.failNext(9, status);
    await assert.rejects(review(head), { name: 'SourceError' });
    assert.equal(server.requests.length, 1);
  });
}

test('A server that stays down is given up after three tries, and the mirror is kept', async (context) => {
  const { repository, review, server } = await hub(context);
  const { head } = await branched(repository);
  const { headTree } = merged(await review(head));
  const asked = server.requests.length;
  server.failNext(3, 502);
  await assert.rejects(headTree.read(['a.yaml']), { name: 'SourceError', message: /502/u });
  assert.equal(server.requests.length - asked, 3);
  assert.equal(String((await headTree.read(['a.yaml'])).get('a.yaml')), 'a: 2\n');
});
