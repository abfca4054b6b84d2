/** A folder of repositories -> a server for Git over smart HTTP that remembers what it was asked. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

import { serveGit } from '../github/git-http.ts';

export interface GitServer {
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly requests: readonly { readonly asked: string; readonly authorization: string | undefined }[];
  /** From now on every request needs this token. */
  readonly require: (token: string) => void;
  /** After `spared` requests so many are answered so; `cut` ends the connection instead. */
  readonly failNext: (times: number, how: number | 'cut', spared?: number) => void;
}

export async function gitServer(test: TestContext, root: string): Promise<GitServer> {
  const requests: { asked: string; authorization: string | undefined }[] = [];
  let needed: string | undefined;
  const faults: (number | 'cut' | 'none')[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { authorization } = request.headers;
    requests.push({ asked: `${request.method ?? ''} ${url.pathname}`, authorization });
    const fault = faults.shift();
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'number') return void response.writeHead(fault).end();
    const expected = needed === undefined ? undefined : `Basic ${btoa(`x-access-token:${needed}`)}`;
    if (expected !== undefined && authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
      return;
    }
    serveGit(request, response, { root, path: url.pathname.slice(1), query: url.search.slice(1) }).catch(
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    failNext(times, how, spared = 0) {
      faults.push(...Array.from({ length: spared }, () => 'none' as const));
      faults.push(...Array.from({ length: times }, () => how));
    },
    require(token) {
      needed = token;
    },
  };
}
