/** The operator's entries for hosts -> the hosts with their credentials, as the files have them at this moment. */
import { readFile } from 'node:fs/promises';

import type { RemoteCredentials, RemoteHostConfig } from '../config/remote-host.ts';
import type { RemoteCredential, RemoteHost } from '../source/remote/host.ts';

export async function readRemoteHosts(
  configured: readonly RemoteHostConfig[],
): Promise<readonly RemoteHost[]> {
  return Promise.all(
    configured.map(async ({ host, private: isPrivate, plainHttp, credentials }) => ({
      host,
      private: isPrivate,
      plainHttp,
      credential: credentials === undefined ? undefined : await read(credentials),
    })),
  );
}

async function read(credentials: RemoteCredentials): Promise<RemoteCredential> {
  const isToken = 'tokenFile' in credentials;
  const text = await readFile(isToken ? credentials.tokenFile : credentials.passwordFile, 'utf8').catch(
    (error: unknown) => {
      if (error instanceof Error && 'code' in error) return undefined;
      throw error;
    },
  );
  const secret = text?.replace(/\r?\n$/u, '') ?? '';
  if (secret === '') return { kind: 'unreadable' };
  // A header cannot carry anything else.
  if (isToken && /[^\x21-\x7e]/u.test(secret)) return { kind: 'unreadable' };
  if (isToken) return { kind: 'bearer', token: secret };
  return { kind: 'basic', username: credentials.username, password: secret };
}
