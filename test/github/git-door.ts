/** `/owner/name.git/...` over HTTP: who may read it, then git's own backend. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { allows, mayUse } from './access.ts';
import { authenticate } from './authenticate.ts';
import type { Failures } from './failures.ts';
import { serveGit } from './git-http.ts';
import { send } from './http.ts';
import type { Journal } from './journal.ts';
import { findRepository, fullName, type Repository, type State } from './state.ts';

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

/** The repository, or the status that GitHub answers without it. */
function admitted(door: GitDoor, request: IncomingMessage, at: RegExpExecArray): Repository | number {
  const { state } = door;
  const repository = findRepository(state, at[1] ?? '', at[2] ?? '');
  const { authorization } = request.headers;
  if (!authorization) return repository && !repository.private ? repository : 401;
  const caller = authenticate(state, authorization);
  if (caller.kind !== 'token') return 401;
  if (!repository || !mayUse(caller.token, repository)) return 404;
  return allows(caller.token.permissions, { contents: 'read' }) ? repository : 403;
}

export async function serveGitDoor(
  door: GitDoor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', door.state.origin);
  const at = GIT_PATH.exec(url.pathname);
  if (!at) return send(response, { status: 404 });
  const writes = url.search.includes('git-receive-pack') || at[3] === 'git-receive-pack';
  const found = writes ? 403 : admitted(door, request, at);
  const failure = door.failures.take(request.method ?? 'GET', url.pathname);
  const status = failure?.status ?? (typeof found === 'number' ? found : 200);
  const name = typeof found === 'number' ? `${at[1]}/${at[2]}` : fullName(found);
  door.journal.line(`GIT ${name} ${at[3] === 'info/refs' ? 'refs' : 'fetch'} ${status}`);
  if (failure?.cut) {
    request.socket.destroy();
    return;
  }
  if (failure || typeof found === 'number') {
    request.resume();
    return send(response, { status, headers: status === 401 ? CHALLENGE : {}, body: 'refused\n' });
  }
  const path = `${relative(door.root, found.directory)}/${at[3]}`;
  return serveGit(request, response, { root: door.root, path, query: url.search.slice(1) });
}
