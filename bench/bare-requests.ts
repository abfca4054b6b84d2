/** Dry-run requests -> the same, sent by a plain keep-alive client: the least that any tool has to pay. */
import { readFile } from 'node:fs/promises';

import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { z } from 'zod';

import type { DryRunRequest } from './live-stage.ts';

export const widths = [8, 16, 32, 64] as const;

const kubeconfig = z.object({
  clusters: z.tuple([
    z.object({ cluster: z.object({ server: z.string(), 'certificate-authority-data': z.string() }) }),
  ]),
  users: z.tuple([z.object({ user: z.object({ token: z.string() }) })]),
});

export interface BareClient {
  /** With so many requests in flight. Throws where one does not succeed. */
  send(requests: readonly DryRunRequest[], width: number): Promise<void>;
}

export async function bareClient(file: string): Promise<BareClient> {
  const { clusters, users } = kubeconfig.parse(parse(await readFile(file, 'utf8')));
  const { server, 'certificate-authority-data': authority } = clusters[0].cluster;
  const ca = Buffer.from(authority, 'base64').toString();
  const headers = { authorization: `Bearer ${users[0].user.token}`, accept: 'application/json' };
  return {
    async send(requests, width) {
      const dispatcher = new Agent({ connections: width, pipelining: 1, connect: { ca } });
      const rest = requests.values();
      const lane = async (): Promise<void> => {
        for (const { method, path, type, body } of rest) {
          const options = { dispatcher, method, body, headers: { ...headers, 'content-type': type } };
          const reply = await request(new URL(path, server), options);
          await reply.body.arrayBuffer();
          if (reply.statusCode >= 300)
            throw new Error(`${path} was answered with ${String(reply.statusCode)}`);
        }
      };
      await Promise.all(Array.from({ length: width }, lane));
      await dispatcher.close();
    },
  };
}
