/**
 * A checkout or a bare repository on this machine -> revisions for the CLI. The user's repository is only read:
 * all that is written goes to a temporary repository that borrows its objects and none of its configuration.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { words } from '../object/masked.ts';
import { type Bench, askLine } from './ask.ts';
import { initBare } from './bare-repository.ts';
import { isMissing } from './is-missing.ts';
import { type LocalRepository, findRepository } from './local-repository.ts';
import type { Repository } from './repository.ts';
import { type Revisions, revisionsOf } from './revisions.ts';
import { newObjects, workingTreeCommit } from './working-tree.ts';

export interface LocalSource {
  /** A directory in the checkout, or the bare repository. */
  readonly path: string;
  readonly base: string;
  /** Without it, the working tree. */
  readonly head: string | undefined;
}

export interface LocalRevisions {
  readonly revisions: Revisions;
  /** Removes the temporary repository; the trees cannot be read any more. */
  readonly close: () => Promise<void>;
}

/** Throws SourceError. */
export async function localRevisions(bench: Bench, source: LocalSource): Promise<LocalRevisions> {
  const found = await findRepository(bench, source.path);
  const temporary = await mkdtemp(join(tmpdir(), 'proofline-source-'));
  const close = (): Promise<void> => rm(temporary, { recursive: true, force: true });
  try {
    return { revisions: await revisionsIn(bench, { source, found, temporary }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Situation {
  readonly source: LocalSource;
  readonly found: LocalRepository;
  readonly temporary: string;
}

async function revisionsIn(bench: Bench, { source, found, temporary }: Situation): Promise<Revisions> {
  const repository = await borrow(bench, found, temporary);
  const base = { ref: source.base, commit: await resolveRevision(bench, source.path, source.base) };
  if (source.head !== undefined) {
    const commit = await resolveRevision(bench, source.path, source.head);
    return revisionsOf(bench, repository, { base, head: { ref: source.head, commit } });
  }
  const parent = await resolveRevision(bench, source.path, 'HEAD');
  const commit = await workingTreeCommit(bench, found, { repository, parent });
  const revisions = await revisionsOf(bench, repository, { base, head: { ref: undefined, commit } });
  return withoutCommit(revisions);
}

/** The commit that was made for the working tree is nobody's. */
function withoutCommit(revisions: Revisions): Revisions {
  const head = { ref: undefined, commit: undefined };
  if (revisions.kind === 'conflict') return { ...revisions, head };
  const { headTree, ownTree } = revisions;
  return {
    ...revisions,
    head,
    headTree: { ...headTree, commit: undefined },
    ownTree: { ...ownTree, commit: undefined },
  };
}

async function resolveRevision(bench: Bench, path: string, revision: string): Promise<string> {
  return askLine(bench, {
    doing: words`find the commit ${bench.mask.text(revision)}`,
    repository: undefined,
    directory: path,
    args: ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`],
  });
}

async function borrow(bench: Bench, found: LocalRepository, directory: string): Promise<Repository> {
  await initBare(bench, {
    directory,
    objectFormat: found.objectFormat,
    alternates: [join(found.commonDirectory, 'objects'), newObjects(directory)],
    configuration: [],
  });
  // Where history ends in a shallow clone.
  await copyFile(join(found.commonDirectory, 'shallow'), join(directory, 'shallow')).catch(isMissing);
  return { directory, store: directory, fetchBlobs: undefined, renew: undefined, access: undefined };
}
