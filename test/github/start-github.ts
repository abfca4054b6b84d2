/** Starts the stand-in: one address for REST, GraphQL, git over HTTP and a page for people. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Contract } from './contract.ts';
import { Failures } from './failures.ts';
import { isGitPath, serveGitDoor } from './git-door.ts';
import { GitHub, type Parts } from './github.ts';
import { answerGraphql } from './graphql.ts';
import { bodyOf, send, sendPage } from './http.ts';
import { Journal } from './journal.ts';
import { parsed } from './json.ts';
import { newState, type AppOptions } from './new-state.ts';
import { pageFor } from './page/page.ts';
import { serveRest } from './rest-http.ts';
import { Scenes } from './scene.ts';
import { Stage } from './stage.ts';
import { Webhooks } from './webhooks.ts';

export interface GitHubOptions extends AppOptions {
  /** A free loopback port if not said. */
  readonly port?: number;
  /** Where webhooks go; `deliverTo` sets it later. */
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  /** Milliseconds that the App has to answer a delivery; GitHub's ten seconds if not said. */
  readonly deliveryTimeout?: number;
}

async function serveGraphql(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = parsed((await bodyOf(request)).toString('utf8'));
  const failure = parts.failures.take('POST', '/graphql');
  const answer = failure
    ? { status: failure.status ?? 500, body: failure.body ?? {} }
    : await answerGraphql(parts, request.headers.authorization, body);
  parts.journal.exchange({
    method: 'POST',
    path: '/graphql',
    status: answer.status,
    body,
    headers: { ...request.headers },
  });
  const headers = { 'content-type': 'application/json; charset=utf-8', ...failure?.headers };
  send(response, { status: answer.status, headers, body: JSON.stringify(answer.body) });
}

async function serve(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', parts.state.origin);
  if (url.pathname.startsWith('/api/v3'))
    return serveRest({ door: parts.door, failures: parts.failures }, request, response);
  if (url.pathname === '/api/graphql') return serveGraphql(parts, request, response);
  if (isGitPath(url.pathname)) return serveGitDoor(parts, request, response);
  const page = request.method === 'GET' ? await pageFor(parts.state, url) : undefined;
  if (page !== undefined) return sendPage(response, 200, page);
  if (url.pathname !== '/favicon.ico')
    parts.journal.violation(`${request.method ?? ''} ${url.pathname}`, 'is no address of GitHub');
  return sendPage(response, 404, 'Not Found');
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else reject(new Error('the server has no port'));
    });
  });
}

export async function startGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  const { state, privateKey } = newState(options);
  const root = await mkdtemp(join(tmpdir(), 'github-'));
  const [contract, journal, failures] = [new Contract(), new Journal(), new Failures()];
  const target = {
    url: options.webhookUrl,
    secret: options.webhookSecret ?? 'a webhook secret of the stand-in',
    timeout: options.deliveryTimeout ?? 10_000,
  };
  const webhooks = new Webhooks({ state, contract, journal }, target);
  const scenes = new Scenes(state, webhooks);
  const deliveries = {
    list: () => webhooks.deliveries(),
    redeliver: (id: number) => webhooks.startRedelivery(id),
  };
  const door = { state, contract, journal, announce: scenes.announcer(), deliveries };
  const stage = new Stage(state, scenes);
  const parts: Parts = { state, journal, failures, root, door, webhooks, target, stage, privateKey };
  const server = createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      journal.violation(
        `${request.method ?? ''} ${request.url ?? ''}`,
        `the stand-in failed: ${String(error)}`,
      );
      if (!response.headersSent) send(response, { status: 500, body: '{"message":"Server Error"}' });
    });
  });
  state.origin = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;
  const stop = async (): Promise<void> => {
    await webhooks.settled();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(root, { recursive: true, force: true });
  };
  return new GitHub(parts, stop);
}
