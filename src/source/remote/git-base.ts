/** A Git repository of an allowed host at a revision -> its tree. */
import { words } from '../../object/masked.ts';
import type { RemoteReference } from '../remote.ts';
import { unreachable } from './ask-server.ts';
import type { RemoteBench } from './bench.ts';
import type { Fetched } from './fetched.ts';

export type GitReference = Extract<RemoteReference, { readonly kind: 'git' }>;

/** Throws RemoteError and SourceError. */
export function repositoryAt(_: RemoteBench, remote: GitReference): Promise<Fetched> {
  return Promise.reject(unreachable(words`not yet ${remote.path.length}`));
}
