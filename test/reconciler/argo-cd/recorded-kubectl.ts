/** Objects -> `kubectl apply` of them by Argo CD's manager, through a relay that notes each request that changes something. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';

import { Agent, request } from 'undici';

import { at, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { ControlPlane } from '../../bed/control-plane.ts';

export interface Noted {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly type: string;
  readonly body: JsonObject;
  readonly status: number;
  readonly reply: JsonObject;
}

export interface Applied {
  readonly requests: readonly Noted[];
  readonly stdout: string;
  readonly stderr: string;
}

export interface Relay {
  readonly apply: (objects: readonly KubeObject[]) => Promise<Applied>;
  readonly close: () => Promise<void>;
}

const mostOutput = 512 * 1024 * 1024;

export async function openRelay(bed: ControlPlane, kubectl: string): Promise<Relay> {
  const folder = join(bed.folder, 'kubectl');
  await mkdir(folder);
  const token = await adminToken(bed);
  const dispatcher = new Agent({ connect: { ca: bed.ca } });
  let noted: Noted[] = [];
  const server = createServer((incoming, response) => {
    void relayed(incoming, response).catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  });
  async function relayed(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = Buffer.concat(await incoming.toArray());
    const { method = 'GET', url = '/' } = incoming;
    const type = incoming.headers['content-type'] ?? '';
    const { statusCode, body, headers } = await request(`${bed.server}${url}`, {
      dispatcher,
      method: methodOf(method),
      headers: {
        authorization: `Bearer ${token}`,
        accept: incoming.headers.accept ?? 'application/json',
        'content-type': type,
        'user-agent': 'kubectl',
      },
      body: sent.length === 0 ? null : sent,
    });
    const reply = Buffer.from(await body.arrayBuffer());
    if (method !== 'GET') {
      const { pathname, searchParams } = new URL(url, bed.server);
      const about = { method, path: pathname, query: searchParams, type, status: statusCode };
      noted.push({ ...about, body: parsed(sent), reply: parsed(reply) });
    }
    response.writeHead(statusCode, { 'content-type': String(headers['content-type']) }).end(reply);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  const config = kubeconfigOf(`http://127.0.0.1:${String(address.port)}`);
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, JSON.stringify(config));
  return {
    async apply(objects) {
      noted = [];
      const file = join(folder, 'objects.yaml');
      await writeFile(file, objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(''));
      const args = ['apply', '--field-manager=argocd-controller', '--validate=ignore', `--filename=${file}`];
      const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, KUBECONFIG: kubeconfig };
      const { stdout, stderr } = await ended(kubectl, args, env);
      return { requests: noted, stdout, stderr };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await dispatcher.destroy();
    },
  };
}

async function adminToken({ adminKubeconfig }: ControlPlane): Promise<string> {
  const token = at(parsed(await readFile(adminKubeconfig)), 'users', 0, 'user', 'token');
  if (typeof token !== 'string') throw new Error('the admin has no token');
  return token;
}

/** An exit code other than 0 is no failure of the test: some of the objects are meant to be refused. */
async function ended(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return await new Promise((resolve, reject) => {
    execFile(file, [...args], { env, maxBuffer: mostOutput }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ stdout, stderr });
    });
  });
}

function methodOf(method: string): 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' {
  if (method === 'GET' || method === 'POST' || method === 'PATCH' || method === 'PUT') return method;
  if (method === 'DELETE') return method;
  throw new Error(`kubectl sent ${method}`);
}

function parsed(content: Buffer): JsonObject {
  if (content.length === 0) return {};
  try {
    const value: unknown = JSON.parse(content.toString());
    return isJsonObject(value) ? value : {};
  } catch {
    return { text: content.toString() };
  }
}

function kubeconfigOf(server: string): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'relay', cluster: { server } }],
    users: [{ name: 'relay', user: {} }],
    contexts: [{ name: 'relay', context: { cluster: 'relay', user: 'relay' } }],
    'current-context': 'relay',
  };
}
