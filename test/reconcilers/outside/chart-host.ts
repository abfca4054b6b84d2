/** A folder -> a Helm repository over HTTP for each story: packaged charts and their index.yaml, as the real helm writes it. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';

import { helm, packageChart, type ChartShelf } from './chart-package.ts';

export interface ChartHost {
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly shelfOf: (story: string) => ChartShelf;
  readonly close: () => Promise<void>;
}

export async function openChartHost(folder: string): Promise<ChartHost> {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the chart host has no port');
  const host = `127.0.0.1:${String(address.port)}`;
  return {
    host,
    shelfOf: (story) => ({
      repoURL: `http://${host}/${story}`,
      publish: async (chart) => {
        const shelf = join(folder, story);
        await packageChart(chart, shelf);
        await helm(shelf, ['repo', 'index', shelf]);
      },
    }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** With an ETag, as file servers give one: an index that has not changed does not travel again. */
async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, story, file] = /^\/([a-z0-9-]+)\/(index\.yaml|[\w.+-]+\.tgz)$/u.exec(request.url ?? '') ?? [];
  if (story === undefined || file === undefined) return void response.writeHead(404).end();
  const content = await readFile(join(folder, story, file)).catch(() => undefined);
  if (content === undefined) return void response.writeHead(404).end();
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  return void response.writeHead(200, { etag }).end(content);
}
