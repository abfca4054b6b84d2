/** What a renderer that runs a program works on: the tree, its files in a directory, and the means to run. */
import type { Closure } from '../reconciler/unit.ts';
import type { Tree } from '../source/tree.ts';
import type { Capabilities } from './capabilities.ts';
import type { ManifestReader } from './manifest-reader.ts';
import type { Run } from './program.ts';

export interface ProgramSource {
  readonly run: Run;
  readonly tree: Tree;
  readonly closure: Closure;
  /** Undefined when no cluster answers: then the program's own defaults count. */
  readonly capabilities: Capabilities | undefined;
  /** The closure's files; absolute, and in a folder of this render alone. */
  readonly directory: string;
  readonly read: ManifestReader;
}

/** A program's words with the paths of the repository instead of this machine's. */
export function inRepository(message: string, directory: string): string {
  return message.replaceAll(`${directory}/`, '').replaceAll(directory, '.');
}
