/** A plan's edits and the kustomization in the materialized tree -> the edited file, by `kustomize edit`, or why not. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

import { kustomizationOf } from './kustomization-files.ts';
import { editsOf, withPatches } from './kustomize-edit.ts';
import { answerOf } from './outcome.ts';
import type { KustomizePlan } from './placed-plan.ts';
import type { Run } from './program.ts';
import { inRepository, type ProgramSource } from './program-source.ts';
import { ended, unseen, type Ended } from './rendering.ts';

export type Edited =
  /** The file's path and new text; undefined where nothing was edited. */
  { readonly kind: 'edited'; readonly file?: readonly [path: string, text: string] } | Ended;

/** Kustomize looks for what a component's name matches, anywhere on the machine, and asks for what looks like a URL. */
function outsideOf({ path, edits }: KustomizePlan, { confinement }: Run): Ended | undefined {
  if (confinement === 'full') return undefined;
  const outside = edits?.components?.find(
    (component) =>
      posix.isAbsolute(component) || component.includes(':') || posix.join(path, component).startsWith('..'),
  );
  if (outside === undefined) return undefined;
  const why = `the component ${outside} is outside the repository`;
  return ended({ kind: 'gap', unseen: unseen('source-unreadable', why) });
}

export async function edited(plan: KustomizePlan, source: ProgramSource): Promise<Edited> {
  const edits = editsOf(plan.edits ?? {});
  if (edits.length === 0) return { kind: 'edited' };
  const { run, tree, directory } = source;
  const outside = outsideOf(plan, run);
  if (outside !== undefined) return outside;
  const file = kustomizationOf(plan.path, tree.entries);
  const failed = (message: string): Ended =>
    ended({ kind: 'failed', message, place: file === undefined ? undefined : { file, line: 1 } });
  if (file === undefined) return failed(`there is no kustomization in ${plan.path}`);
  const path = join(directory, file);
  await chmod(path, 0o644);
  for (const edit of edits) {
    if (edit.kind === 'patches') {
      const patched = withPatches(file, await readFile(path, 'utf8'), edit.patches);
      if (patched.kind === 'problem') return failed(patched.message);
      await writeFile(path, patched.text);
      continue;
    }
    const outcome = await run.run({
      program: 'kustomize',
      args: edit.args,
      reads: [],
      writes: [directory],
      cwd: join(directory, plan.path),
    });
    const answer = answerOf('kustomize', outcome);
    if (answer.kind === 'ended') return answer;
    if (answer.kind === 'said-no') return failed(inRepository(answer.message, directory));
  }
  return { kind: 'edited', file: [file, await readFile(path, 'utf8')] };
}
