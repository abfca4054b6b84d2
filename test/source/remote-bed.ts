/** Servers on loopback, and what fetches from them as a review would. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openWeb } from '../../src/http/web.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import { createMask } from '../../src/object/mask.ts';
import { createGit } from '../../src/process/git.ts';
import type { FetchRemote, RemoteReference } from '../../src/source/remote.ts';
import type { RemoteHost } from '../../src/source/remote/host.ts';
import type { RemoteLimits } from '../../src/source/remote/limits.ts';
import type { Web } from '../../src/source/remote/web.ts';
import { createRemotes } from '../../src/source/remote/remotes.ts';
import { resolve } from '../bed/resolve.ts';

export interface Server {
  /** `127.0.0.1:port`. */
  readonly host: string;
  readonly url: string;
  /** Method and path of each request. */
  readonly log: readonly string[];
  /** The `authorization` of each request; empty where there was none. */
  readonly shown: readonly string[];
  forget(): void;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** `name` is the address that it listens on, and by which it is called. */
export async function serve(test: TestContext, answer: Answer, name = '127.0.0.1'): Promise<Server> {
  const log: string[] = [];
  const shown: string[] = [];
  const server = createServer((request, response) => {
    log.push(`${request.method ?? ''} ${request.url ?? ''}`);
    shown.push(request.headers.authorization ?? '');
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, name, ready));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const host = `${name}:${String(address.port)}`;
  return {
    host,
    url: `http://${host}`,
    log,
    shown,
    forget: () => {
      log.length = 0;
      shown.length = 0;
    },
  };
}

/** Answers by path; 404 for all others. `etag` is kept as a real file server does. */
export function files(contents: Readonly<Record<string, Buffer | string>>): Answer {
  return (request, response) => {
    const content = contents[(request.url ?? '').split('?')[0] ?? ''];
    if (content === undefined) {
      response.writeHead(404).end('no such file');
      return;
    }
    const etag = `"${createHash('sha1').update(content).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(content);
  };
}

export function local(server: Server, more: Partial<RemoteHost> = {}): RemoteHost {
  return { host: server.host, private: true, plainHttp: true, credential: undefined, ...more };
}

export interface Reviews {
  /** What fetches for one more review: the cache on disk is the same. */
  readonly review: (limits?: Partial<RemoteLimits>) => FetchRemote;
  readonly folder: string;
}

/** `changed` may put something between what fetches and the network. */
export async function reviewsWith(
  test: TestContext,
  hosts: readonly RemoteHost[],
  changed: (web: Web) => Web = (web) => web,
): Promise<Reviews> {
  const folder = await temporary(test);
  const opened = openWeb();
  test.after(async () => opened.close());
  const web = changed(opened);
  const git = createGit({
    path: process.env['PATH'] ?? '',
    home: await temporary(test),
    protocols: ['https', 'http'],
  });
  return {
    folder,
    review: (limits = {}) =>
      createRemotes({
        hosts,
        folder,
        mask: createMask(),
        git,
        web,
        clock: wallClock,
        signal: new AbortController().signal,
        limits,
      }),
  };
}

export async function temporary(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proofline-remote-'));
  test.after(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Why there is none, after the words that all such gaps begin with. */
export async function whyNot(fetchRemote: FetchRemote, remote: RemoteReference): Promise<string> {
  const answer = await fetchRemote(remote, 'shop');
  if (answer.kind !== 'gap') return 'it was fetched';
  const [, why = answer.gap.why] = answer.gap.why.split(' from outside the repository: ');
  return `${answer.gap.kind}: ${why}`;
}

type Packages = Readonly<Record<string, Buffer>>;

const made = new Map<string, Promise<Packages>>();

/** Packages made by the real helm, and their index, by file name. */
export async function packaged(test: TestContext, versions: readonly string[]): Promise<Packages> {
  const packages = made.get(versions.join()) ?? makePackages(test, versions);
  made.set(versions.join(), packages);
  return packages;
}

async function makePackages(test: TestContext, versions: readonly string[]): Promise<Packages> {
  const folder = await temporary(test);
  const helm = await resolve('helm4');
  for (const version of versions) {
    const chart = join(folder, version, 'shop');
    await mkdir(join(chart, 'templates'), { recursive: true });
    await writeFile(join(chart, 'Chart.yaml'), `apiVersion: v2\nname: shop\nversion: ${version}\n`);
    await writeFile(join(chart, 'values.yaml'), 'color: blue\n');
    await writeFile(join(chart, 'templates', 'map.yaml'), '# nothing\n');
    run(helm, ['package', chart, '--destination', join(folder, 'packages')]);
  }
  run(helm, ['repo', 'index', join(folder, 'packages')]);
  const names = await readdir(join(folder, 'packages'));
  const read = names.map(async (name) => [name, await readFile(join(folder, 'packages', name))] as const);
  return Object.fromEntries(await Promise.all(read));
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
