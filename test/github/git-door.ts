/** `/owner/name.git/...` over HTTP: who may read it, then git's own backend. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { allows, mayUse } from './access.ts';
import { authenticate } from './authenticate.ts';
import type { Failures } from './failures.ts';
import { serveGit } from './git-http.ts';
import { send } from './http.ts';
import type { Journal } from './journal.ts';
import { findRepository, type Repository, type State } from './state.ts';

export interface GitDoor {
  readonly state: State;
  readonly journal: Journal;
  readonly failures: Failures;
  /** The folder that holds every bare repository. */
  readonly root: string;
}

const GIT_PATH = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGitPath(path: string): boolean {
  return GIT_PATH.test(path);
}

const CHALLENGE = { 'www-authenticate': 'Basic realm="GitHub"', 'content-type': 'text/plain' };

interface Wanted {
  readonly owner: string;
  readonly name: string;
  /** `info/refs`, `git-upload-pack` or `git-receive-pack`. */
  readonly service: string;
  readonly query: string;
}

function wantedBy(url: URL): Wanted {
  const [, owner = '', name = '', service = ''] = GIT_PATH.exec(url.pathname) ?? [];
  return { owner, name, service, query: url.search.slice(1) };
}

/** The repository, or the status that GitHub answers instead. */
function admitted({ state }: GitDoor, request: IncomingMessage, wanted: Wanted): Repository | number {
  if (`${wanted.service} ${wanted.query}`.includes('git-receive-pack')) return 403;
  const repository = findRepository(state, wanted.owner, wanted.name);
  const { authorization } = request.headers;
  if (!authorization) return repository && !repository.private ? repository : 401;
  const caller = authenticate(state, authorization);
  if (caller.kind !== 'token') return 401;
  if (!repository || !mayUse(caller.token, repository)) return 404;
  return allows(caller.token.permissions, { contents: 'read' }) ? repository : 403;
}

/** Status 0 cuts the connection. */
function turnAway(request: IncomingMessage, response: ServerResponse, status: number): void {
  if (status === 0) {
    request.socket.destroy();
    return;
  }
  request.resume();
  send(response, { status, headers: status === 401 ? CHALLENGE : {}, body: 'refused\n' });
}

export async function serveGitDoor(
  door: GitDoor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '/', method = 'GET' } = request;
  const asked = new URL(url, door.state.origin);
  const wanted = wantedBy(asked);
  const failure = door.failures.take(method, asked.pathname);
  const found = failure ? (failure.status ?? 0) : admitted(door, request, wanted);
  const status = typeof found === 'number' ? found : 200;
  const what = wanted.service === 'info/refs' ? 'refs' : 'fetch';
  door.journal.line(`GIT ${wanted.owner}/${wanted.name} ${what} ${status}`);
  if (typeof found === 'number') return turnAway(request, response, found);
  const path = `${relative(door.root, found.directory)}/${wanted.service}`;
  return serveGit(request, response, { root: door.root, path, query: wanted.query });
}
