/** A path -> the Git repository around it, as git finds it. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { words } from '../object/masked.ts';
import { type Bench, ask, askLine } from './ask.ts';
import { SourceError } from './source-error.ts';

export interface LocalRepository {
  /** Of this checkout: its index and HEAD. */
  readonly directory: string;
  /** Shared by all worktrees: objects, refs, configuration. */
  readonly commonDirectory: string;
  /** The top of the checkout; undefined for a bare repository. */
  readonly workTree: string | undefined;
  readonly objectFormat: string;
}

/** Throws SourceError. */
export async function findRepository(bench: Bench, path: string): Promise<LocalRepository> {
  const shown = bench.mask.text(path);
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory() !== true) throw new SourceError(words`${shown} is not a directory.`);
  const question = {
    doing: words`find a Git repository at ${shown}`,
    repository: undefined,
    directory: path,
  };
  const output = await ask(bench, {
    ...question,
    args: [
      'rev-parse',
      '--path-format=absolute',
      '--git-dir',
      '--git-common-dir',
      '--show-object-format',
      '--is-inside-work-tree',
    ],
  });
  const [directory, commonDirectory, objectFormat, inside] = output.toString('utf8').split('\n');
  if (directory === undefined || commonDirectory === undefined || objectFormat === undefined) {
    throw new SourceError(words`Could not find a Git repository at ${shown}: git named none.`);
  }
  const workTree =
    inside === 'true'
      ? await askLine(bench, { ...question, args: ['rev-parse', '--show-toplevel'] })
      : undefined;
  return { directory: resolve(directory), commonDirectory: resolve(commonDirectory), workTree, objectFormat };
}
