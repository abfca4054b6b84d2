/** A kustomization -> for each document that it builds, the file that declared it, as kustomize itself says. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

import type { Command, Run } from './program.ts';

export interface Origin {
  /** Path inside the tree. */
  readonly file: string;
  /** The generator's kind where the object has no file of its own. */
  readonly generator: string | undefined;
}

/** Origins by the exact text of a document of the plain build. */
export type Origins = ReadonlyMap<string, Origin>;

export interface Built {
  readonly run: Run;
  /** The materialized tree. */
  readonly directory: string;
  /** The kustomization's directory, absolute. */
  readonly root: string;
  /** The build of a directory. */
  readonly build: (root: string) => Command;
}

/**
 * Builds a second time through a kustomization of our own that includes the root and asks for origin annotations.
 * Asking in the root itself would mean to edit it, and the annotations would be in the objects. Where the second
 * build says anything else than the first, the object has no certain origin and is not in the answer.
 */
export async function originsOf(built: Built): Promise<Origins> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'proofline-origin-')));
  try {
    const root = relative(scratch, built.root).split(sep).join('/');
    const wrapper = { resources: [root], buildMetadata: ['originAnnotations'] };
    await writeFile(join(scratch, 'kustomization.yaml'), JSON.stringify(wrapper));
    const command = built.build(scratch);
    const outcome = await built.run.run({ ...command, reads: [...command.reads, scratch] });
    if (outcome.kind !== 'exited' || outcome.code !== 0) return new Map();
    const pairs = documentsIn(outcome.stdout.toString('utf8')).map((text) =>
      pairOf(text, scratch, built.directory),
    );
    return new Map(pairs.filter((pair) => pair !== undefined));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** At the start of a line `---` can stand only between documents: what is nested in an object is indented. */
export function documentsIn(output: string): readonly string[] {
  return output.replace(/\n$/u, '').split('\n---\n');
}

const block = /^ {4}config\.kubernetes\.io\/origin: \|\n((?: {6}.*(?:\n|$))+)/mu;

function pairOf(text: string, scratch: string, directory: string): readonly [string, Origin] | undefined {
  const match = block.exec(`${text}\n`);
  if (match === null) return undefined;
  const path = /^ {6}(?:path|configuredIn): (\S+)$/mu.exec(match[1] ?? '')?.[1];
  if (path === undefined || /^ {6}repo:/mu.test(match[1] ?? '')) return undefined;
  const file = relative(directory, join(scratch, path)).split(sep).join('/');
  const generator = /^ {8}kind: (\w+)$/mu.exec(match[1] ?? '')?.[1];
  return [withoutBlock(`${text}\n`, match), { file, generator }];
}

function withoutBlock(text: string, match: RegExpExecArray): string {
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  const alone = before.endsWith('  annotations:\n') && !after.startsWith('    ');
  return `${alone ? before.slice(0, -'  annotations:\n'.length) : before}${after}`.replace(/\n$/u, '');
}
