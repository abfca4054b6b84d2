/** How people write where a Git repository is -> its URL over HTTP. */
import { parseUrl } from './host.ts';

/**
 * Only HTTP is fetched: an SSH key could do more than read, and its host cannot be pinned. What forges serve over SSH,
 * they serve under the same host and path over HTTPS. Undefined for what is neither.
 */
export function gitUrl(text: string): URL | undefined {
  const bare = text.replace(/^git::/iu, '');
  const scp = /^(?:[\w.-]+@)?([\w.-]+):(?!:|\/\/)\/?(.+)$/u.exec(bare);
  const ssh = /^ssh:\/\/(?:[^/@]+@)?([^/:]+)(?::\d+)?\/(.+)$/iu.exec(bare);
  const [, host, path] = scp ?? ssh ?? [];
  const url = parseUrl(host === undefined ? bare : `https://${host}/${path ?? ''}`);
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return undefined;
  url.pathname = url.pathname.replace(/\/+$/u, '');
  return url;
}
