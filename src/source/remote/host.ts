/** A URL and the hosts that the operator allows -> the host that it may be asked of, or why not. */
import { type Mask, words } from '../../object/masked.ts';
import { RemoteError } from './remote-error.ts';

export type RemoteCredential =
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  /** The operator's file names one that could not be read. */
  | { readonly kind: 'unreadable' };

/** A host that this repository may use. */
export interface RemoteHost {
  /** `host`, or `host:port` for another port than the scheme's usual one. */
  readonly host: string;
  readonly private: boolean;
  readonly plainHttp: boolean;
  readonly credential: RemoteCredential | undefined;
}

/** Docker's own name for its registry is not where it answers. */
const aliases: Readonly<Record<string, string>> = {
  'docker.io': 'registry-1.docker.io',
  'index.docker.io': 'registry-1.docker.io',
};

/** Throws RemoteError. */
export function permit(
  { hosts, mask }: { readonly hosts: readonly RemoteHost[]; readonly mask: Mask },
  url: URL,
  from?: URL,
): RemoteHost {
  const name = mask.text(url.host);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw notAllowed(words`only HTTP is fetched, and not ${mask.text(url.protocol)}`);
  }
  const host = hosts.find((each) => isSame(each.host, url));
  if (host === undefined) {
    const said = from === undefined ? words`` : words`${mask.text(from.host)} sends on to it, and `;
    throw notAllowed(words`${said}the host ${name} is not allowed for this repository`);
  }
  if (url.protocol === 'http:' && !host.plainHttp) {
    throw notAllowed(words`the host ${name} may not be asked without TLS`);
  }
  return host;
}

/** `registry.example` -> the origins at which the registry's API may be, the better one first. */
export function registryOrigins(hosts: readonly RemoteHost[], name: string): readonly string[] {
  const host = aliases[name.toLowerCase()] ?? name;
  const secure = parseUrl(`https://${host}/`);
  const plain = parseUrl(`http://${host}/`);
  if (secure === undefined || plain === undefined) return [];
  const mayBePlain = hosts.some((each) => each.plainHttp && isSame(each.host, plain));
  return mayBePlain ? [secure.origin, plain.origin] : [secure.origin];
}

/** Without user and password: what the pull request brings is never shown to a server. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  const url = URL.parse(text, base?.href);
  if (url === null) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

function isSame(allowed: string, url: URL): boolean {
  return URL.parse(`${url.protocol}//${allowed}/`)?.host === url.host;
}

function notAllowed(why: RemoteError['message']): RemoteError {
  return new RemoteError('remote-not-allowed', why);
}
