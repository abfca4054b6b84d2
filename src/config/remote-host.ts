/** An entry of `remotes` in the operator's file: a host that charts, bases and files may come from. */
import { z } from 'zod';

export type RemoteCredentials =
  | { readonly username: string; readonly passwordFile: string }
  | { readonly tokenFile: string };

export interface RemoteHostConfig {
  /** `host` or `host:port`, in lower case. */
  readonly host: string;
  readonly private: boolean;
  readonly plainHttp: boolean;
  readonly credentials?: RemoteCredentials | undefined;
}

const credentials = z.union(
  [
    z.strictObject({
      username: z
        .string()
        .regex(/^[^:\s]+$/u, 'must be a name without colon or space')
        .describe('The user.'),
      passwordFile: z.string().min(1).describe('File with the password; read anew for each review.'),
    }),
    z.strictObject({
      tokenFile: z.string().min(1).describe('File with a bearer token; read anew for each review.'),
    }),
  ],
  { error: 'must have either username and passwordFile, or tokenFile' },
);

export const remoteHost = z.strictObject({
  host: z
    .string()
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/u,
      'must be a host in lower case, perhaps with a port: no scheme, no path',
    )
    .describe(
      'Host, with its port where that is not the usual one. Redirects and the places where a registry gives tokens and keeps its blobs must be listed too.',
    ),
  private: z
    .boolean()
    .default(false)
    .describe('Whether its name may lead to a private or loopback address. Others may not.'),
  plainHttp: z
    .boolean()
    .default(false)
    .describe('Whether it may be asked without TLS. A registry is then asked with TLS first.'),
  credentials: credentials
    .optional()
    .describe(
      'What to show it. What they can read may appear in reviews of all repositories that may use this host.',
    ),
});

interface Named {
  readonly remotes: readonly { readonly host: string }[];
  readonly repositories: readonly { readonly remotes: readonly string[] }[];
}

interface Misnamed {
  readonly path: (string | number)[];
  readonly message: string;
  readonly input: string;
}

/** Hosts that are there twice, and those that a repository is given although the file does not list them. */
export function misnamedHosts({ remotes, repositories }: Named): readonly Misnamed[] {
  const hosts = remotes.map(({ host }) => host);
  const twice = hosts.flatMap((host, index) =>
    hosts.indexOf(host) < index
      ? [{ path: ['remotes', index, 'host'], message: 'is there twice', input: host }]
      : [],
  );
  const unlisted = repositories.flatMap(({ remotes: given }, index) =>
    given.flatMap((host, position) => {
      const path = ['repositories', index, 'remotes', position];
      return hosts.includes(host)
        ? []
        : [{ path, message: 'names no host in `remotes` of this file', input: host }];
    }),
  );
  return [...twice, ...unlisted];
}
