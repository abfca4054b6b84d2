/** What a source calls by a path -> where it stands: in the repository, in something that is fetched, or nowhere. */
import { posix } from 'node:path';
import { remoteKey } from '../../../source/remote.ts';
import type { RemoteReference } from '../../../source/remote.ts';
import type { SourcePath } from '../../render-plan.ts';

/** Where a source's files are. */
export interface Root {
  /** Undefined for the repository under review. */
  readonly remote: RemoteReference | undefined;
  /** The directory from which relative paths start; `.` is the root. */
  readonly directory: string;
}

export type Called =
  | { readonly kind: 'path'; readonly path: string; readonly root: Root }
  | { readonly kind: 'url'; readonly remote: RemoteReference }
  /** It leaves the repository, or its URL has a scheme that is not allowed: Argo CD renders nothing. */
  | { readonly kind: 'refused' };

/** A closing slash and `./` are left out; an absolute path starts at the repository's root (util/io/path/resolved.go). */
export function callPath(root: Root, reference: string, schemes: readonly string[]): Called {
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(reference)?.[1];
  if (scheme !== undefined) {
    if (!schemes.includes(scheme.toLowerCase()) || !URL.canParse(reference)) return { kind: 'refused' };
    return { kind: 'url', remote: { kind: 'file', url: reference } };
  }
  const joined = reference.startsWith('/') ? reference.slice(1) : posix.join(root.directory, reference);
  const path = posix.normalize(joined).replace(/\/+$/u, '') || '.';
  return path === '..' || path.startsWith('../') ? { kind: 'refused' } : { kind: 'path', path, root };
}

export function sourcePath(remote: RemoteReference | undefined, path: string): SourcePath {
  return remote === undefined ? { path } : { remote: remoteKey(remote), path };
}
