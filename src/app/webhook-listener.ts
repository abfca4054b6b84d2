/** HTTP in front of the webhooks: the signature is checked on a body that is never larger than GitHub sends. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** GitHub's own limit for a payload. */
const largestBody = 25 * 1024 * 1024;
export const webhookPath = '/api/github/webhooks';

export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly signature: string;
  readonly payload: string;
}

/** What became of a delivery; GitHub shows the status to the App's owner. */
export type Receipt = 'accepted' | 'repeated' | 'bad-signature' | 'failed';

const statuses = {
  accepted: 202,
  repeated: 200,
  'bad-signature': 401,
  failed: 500,
} as const satisfies Record<Receipt, number>;

export function createWebhookListener(receive: (delivery: Delivery) => Promise<Receipt>): Server {
  return createServer((request, response) => {
    answer(request, response, receive).catch(() => {
      // The peer is gone or broke the stream in the middle: there is nobody left to answer.
      response.destroy();
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  receive: (delivery: Delivery) => Promise<Receipt>,
): Promise<void> {
  const path = request.url?.split('?')[0];
  if (request.method === 'GET' && path === '/healthz') return end(response, 200, 'ok');
  if (path !== webhookPath) return end(response, 404, 'not found');
  if (request.method !== 'POST') return end(response, 405, 'only POST');
  const id = header(request, 'x-github-delivery');
  const name = header(request, 'x-github-event');
  const signature = header(request, 'x-hub-signature-256');
  if (id === undefined || name === undefined || signature === undefined) {
    return end(response, 400, 'a GitHub header is missing');
  }
  const payload = await readBody(request);
  if (payload === undefined) return end(response, 413, 'larger than GitHub sends');
  const receipt = await receive({ id, name, signature, payload });
  return end(response, statuses[receipt], receipt);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  const body: AsyncIterable<Buffer> = request;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain',
    connection: status === 413 ? 'close' : 'keep-alive',
  });
  response.end(`${text}\n`);
}
