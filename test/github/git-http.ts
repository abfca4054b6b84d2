/** A smart-HTTP request for a repository -> git's own `http-backend`, read-only. */
import { spawn, execFileSync } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { GIT_ENVIRONMENT } from './git.ts';

const BACKEND = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');

export interface GitRequest {
  /** The folder that holds `owner/name.git`. */
  readonly root: string;
  /** `owner/name.git/info/refs`, as it is on disk. */
  readonly path: string;
  readonly query: string;
}

function environment(request: IncomingMessage, target: GitRequest): Record<string, string> {
  const header = (name: string): string => String(request.headers[name] ?? '');
  return {
    ...GIT_ENVIRONMENT,
    GIT_PROJECT_ROOT: target.root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `/${target.path}`,
    QUERY_STRING: target.query,
    REQUEST_METHOD: request.method ?? 'GET',
    CONTENT_TYPE: header('content-type'),
    CONTENT_LENGTH: header('content-length'),
    HTTP_CONTENT_ENCODING: header('content-encoding'),
    GIT_PROTOCOL: header('git-protocol'),
    REMOTE_USER: 'x-access-token',
    REMOTE_ADDR: '127.0.0.1',
  };
}

/** Splits the CGI header block off and answers with it. */
function startAnswer(response: ServerResponse, block: string): void {
  const headers = block.split('\r\n').map((line) => line.split(/:\s*/, 2));
  const status = headers.find(([name]) => name?.toLowerCase() === 'status')?.[1];
  for (const [name, value] of headers) {
    if (name && value && name.toLowerCase() !== 'status') response.setHeader(name, value);
  }
  response.writeHead(Number(status?.split(' ')[0] ?? 200));
}

export function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  target: GitRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(BACKEND, [], {
      env: environment(request, target),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let waiting: Buffer | undefined = Buffer.alloc(0);
    child.stdout.on('data', (chunk: Buffer) => {
      if (!waiting) {
        response.write(chunk);
        return;
      }
      waiting = Buffer.concat([waiting, chunk]);
      const end = waiting.indexOf('\r\n\r\n');
      if (end < 0) return;
      startAnswer(response, waiting.subarray(0, end).toString('latin1'));
      response.write(waiting.subarray(end + 4));
      waiting = undefined;
    });
    child.on('error', reject);
    child.on('close', () => {
      response.end();
      resolve();
    });
    // The client may hang up, or the backend may refuse before it has read all: neither is our failure.
    child.stdin.on('error', () => undefined);
    response.on('close', () => child.kill());
    request.pipe(child.stdin);
  });
}
