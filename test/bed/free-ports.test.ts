import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { it } from 'node:test';

import { freePorts } from './free-ports.ts';

it('gives different ports that can be listened on', async () => {
  const ports = await freePorts(20);
  assert.equal(new Set(ports).size, 20);
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await once(server.close(), 'close');
  }
});

it('gives no port to two that ask at the same time', async () => {
  const [some, others] = await Promise.all([freePorts(400), freePorts(400)]);
  assert.equal(new Set([...some, ...others]).size, 800);
});
