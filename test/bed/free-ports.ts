/** A count -> that many different TCP ports on loopback that nobody listens on now. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map(portOf);
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')));
  return ports;
}

async function listen(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return address.port;
}
