/** A labelled change -> a Git repository with its base, its head, and its roots configured as units. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import type { LabelledCase, LabelledRoot } from './case.ts';

const run = promisify(execFile);

export interface CaseRepository {
  readonly directory: string;
  readonly base: string;
  readonly head: string;
  remove(): Promise<void>;
}

export async function commitCase(folder: string, labelled: LabelledCase): Promise<CaseRepository> {
  const directory = await mkdtemp(join(tmpdir(), 'proofline-evaluate-'));
  const git = async (...args: readonly string[]): Promise<string> => {
    const identity = ['-c', 'user.name=evaluate', '-c', 'user.email=evaluate@proofline.example'];
    const { stdout } = await run('git', [
      '-C',
      directory,
      ...identity,
      '-c',
      'commit.gpgsign=false',
      ...args,
    ]);
    return stdout.trim();
  };
  const change = join(folder, 'changes', `${labelled.id}-${labelled.slug}`);
  const sides = await readdir(change);
  const commit = async (side: 'base' | 'head'): Promise<string> => {
    for (const entry of await readdir(directory)) {
      if (entry !== '.git') await rm(join(directory, entry), { recursive: true });
    }
    // A change that removes or adds all of its roots has one folder only.
    if (sides.includes(side)) await cp(join(change, side), directory, { recursive: true });
    await mkdir(join(directory, '.github'), { recursive: true });
    await writeFile(join(directory, '.github/proofline.yml'), configurationOf(labelled));
    await git('add', '--all', '--force');
    await git('commit', '--quiet', '--allow-empty', '--message', side);
    return git('rev-parse', 'HEAD');
  };
  await git('init', '--quiet');
  const base = await commit('base');
  const head = await commit('head');
  return { directory, base, head, remove: () => rm(directory, { recursive: true }) };
}

function configurationOf(labelled: LabelledCase): string {
  return stringify({ discover: false, units: labelled.perRoot.map((root) => unitOf(root)) });
}

function unitOf({ root, renderer, stored }: LabelledRoot): { path: string; renderer: string } {
  const kustomized = stored === 'source' && renderer === 'kustomize';
  return { path: root, renderer: kustomized ? 'kustomize' : 'directory' };
}
