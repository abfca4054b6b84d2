/** A Git generator's repository and revision -> whether they are the tree under review, as it is after the merge. */
import { type Origin, plainUrl } from '../../../source/origin.ts';

export type Reads =
  /** The tree under review. */
  | 'tree'
  /** This repository, at something that the merge does not move. */
  | 'other-revision'
  | 'other-repository'
  /** A checkout without a remote does not know its own name. */
  | 'unknown';

export function readsOf(repoURL: string, revision: string, origin: Origin | undefined): Reads {
  if (origin === undefined) return 'unknown';
  if (!origin.urls.includes(plainUrl(repoURL))) return 'other-repository';
  const branch = revision.replace(/^refs\/heads\//, '');
  const named = branch === '' || branch === 'HEAD' ? origin.defaultBranch : branch;
  // Without branches on record the repository is reviewed as it lies there.
  if (origin.branch === undefined || named === undefined) return 'tree';
  return named === origin.branch ? 'tree' : 'other-revision';
}
