/** What a renderer that runs a program works on: the tree, its files in a directory, and the means to run. */
import type { Closure } from '../reconciler/contract.ts';
import type { Tree } from '../source/tree.ts';
import type { ManifestReader } from './manifest-reader.ts';
import type { Run } from './program.ts';

export interface ProgramSource {
  readonly run: Run;
  readonly tree: Tree;
  readonly closure: Closure;
  /** The closure's files; absolute. */
  readonly directory: string;
  readonly read: ManifestReader;
}

/** A program's words with the paths of the repository instead of this machine's. */
export function inRepository(message: string, directory: string): string {
  return message.replaceAll(`${directory}/`, '').replaceAll(directory, '.');
}
