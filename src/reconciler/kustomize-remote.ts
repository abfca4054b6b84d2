/** An entry of a kustomization that is no path of the tree -> the remote that kustomize would fetch. */
import type { Remote } from './unit.ts';
import type { Reference } from './kustomization.ts';

/** URLs, scp-like addresses, and the one host that needs no scheme (`github.com/owner/name//path?ref=v1`). */
export function isRemote(text: string): boolean {
  if (/^(?:[a-z][a-z0-9+.-]*::)?[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  if (/^[\w.-]+@[\w.-]+:/.test(text)) return true;
  return /^(?:git::)?github\.com[/:]/i.test(text);
}

/**
 * Kustomize first asks for a URL as for a file, and takes it for a repository when that gives no YAML; a name that ends
 * like a manifest, or a host that serves nothing but files, is a file.
 */
export function remoteOf({ text, place }: Reference): Remote {
  const [address = '', query = ''] = text.replace(/^git::/i, '').split('?', 2);
  const use = { kind: 'base', file: { path: place.file }, reference: text } as const;
  if (isFile(address)) return { kind: 'file', url: text, place, use };
  const parameters = new URLSearchParams(query);
  const revision = parameters.get('ref') ?? parameters.get('version') ?? '';
  const { url, path } = splitAddress(address);
  return { kind: 'git', url, revision: revision === '' ? undefined : revision, path, place, use };
}

function isFile(address: string): boolean {
  if (!/^https?:\/\//i.test(address)) return false;
  return /\.(?:ya?ml|json)$/i.test(address) || /^https?:\/\/raw\.githubusercontent\.com\//i.test(address);
}

/** As kustomize does (api/internal/git/repospec.go): `_git/`, `//`, `.git`, or owner and name. */
function splitAddress(address: string): { readonly url: string; readonly path: string } {
  const { host, rest } = splitHost(address);
  const [repository, path] = splitRest(rest);
  const clean = path.replaceAll(/^\/+|\/+$/gu, '');
  return { url: `${host}${repository}`, path: clean === '' ? '.' : clean };
}

function splitHost(address: string): { readonly host: string; readonly rest: string } {
  const github = /^(?:https?:\/\/)?github\.com[/:]/i.exec(address)?.[0];
  if (github !== undefined) return { host: 'https://github.com/', rest: address.slice(github.length) };
  const host =
    /^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i.exec(address)?.[0] ?? /^[\w.-]+@[\w.-]+:/.exec(address)?.[0] ?? '';
  return { host, rest: address.slice(host.length) };
}

function splitRest(rest: string): readonly [string, string] {
  const azure = /^(.*?_git\/[^/]+)(.*)$/u.exec(rest);
  if (azure !== null) return [azure[1] ?? '', azure[2] ?? ''];
  const doubled = rest.indexOf('//');
  if (doubled >= 0) return [rest.slice(0, doubled), rest.slice(doubled + 2)];
  const suffix = rest.indexOf('.git');
  if (suffix >= 0) return [rest.slice(0, suffix + '.git'.length), rest.slice(suffix + '.git'.length)];
  const segments = rest.split('/');
  return [segments.slice(0, 2).join('/'), segments.slice(2).join('/')];
}
