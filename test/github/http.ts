/** Small things about Node's HTTP messages: a body read whole, a query as a record, an answer sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const LARGEST_BODY = 32 * 1024 * 1024;

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error('the request body is larger than 32 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function queryOf(url: URL): Readonly<Record<string, string>> {
  return Object.fromEntries(url.searchParams);
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, reply.headers ?? {});
  response.end(reply.body);
}

export function sendPage(response: ServerResponse, status: number, html: string): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  send(response, { status, headers, body: html });
}
