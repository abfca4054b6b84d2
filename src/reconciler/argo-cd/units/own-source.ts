/** A source and the repository under review -> whether it is this one, and whether the merge moves what it points at. */
import { plainUrl } from '../../../source/origin.ts';
import type { Origin } from '../../../source/origin.ts';
import type { View } from '../../view.ts';
import { textsAt } from '../../../object/fields.ts';
import { insidePath } from './rendering-of.ts';
import type { Source } from './sources.ts';

export interface Here {
  readonly origin: Origin | undefined;
  readonly view: View;
}

/** The `repoURL`s among these sources that name this repository. */
export function ownRepositories(sources: readonly Source[], here: Here): readonly string[] {
  const own = sources.filter((source) => source.chart === '' && isHere(source, sources, here));
  return [...new Set(own.map(({ repoURL }) => repoURL))];
}

/** A checkout without a remote does not know its name: what is there is taken for what is meant. */
function isHere(source: Source, sources: readonly Source[], { origin, view }: Here): boolean {
  if (source.repoURL.startsWith('oci://')) return false;
  if (origin !== undefined) return origin.urls.includes(plainUrl(source.repoURL));
  if (source.path !== '') {
    const path = insidePath(source.path);
    return path !== undefined && view.find(path).kind === 'directory';
  }
  const prefix = `$${source.ref}/`;
  const files = sources.flatMap(({ raw }) => textsAt(raw, 'helm', 'valueFiles'));
  return files.some(
    (file) => file.startsWith(prefix) && view.find(file.slice(prefix.length)).kind === 'file',
  );
}

export function isMoved(
  { targetRevision }: Pick<Source, 'targetRevision'>,
  origin: Origin | undefined,
): boolean {
  const { branch, defaultBranch } = origin ?? { branch: undefined, defaultBranch: undefined };
  const named = targetRevision.replace(/^refs\/heads\//u, '');
  if (named === '' || named === 'HEAD') {
    return branch === undefined || defaultBranch === undefined || branch === defaultBranch;
  }
  if (branch !== undefined) return named === branch;
  return named === defaultBranch || !looksFixed(named);
}

/** A commit, a tag by its full name, or versions: Argo CD looks for these among the tags. */
function looksFixed(revision: string): boolean {
  return (
    /^[0-9a-f]{7,40}$/u.test(revision) ||
    revision.startsWith('refs/') ||
    /^[v^~<>=*]*\d+(?:\.[\dx*]+)+/u.test(revision)
  );
}
