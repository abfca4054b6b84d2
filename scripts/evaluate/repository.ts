/** A labelled change -> a Git repository with its base, its head, and its roots configured as units. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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
  const charts = await pointedAt(change, labelled);
  const commit = async (side: 'base' | 'head'): Promise<string> => {
    for (const entry of await readdir(directory)) {
      if (entry !== '.git') await rm(join(directory, entry), { recursive: true });
    }
    // A change that removes or adds all of its roots has one folder only.
    if (sides.includes(side)) await cp(join(change, side), directory, { recursive: true });
    for (const root of charts) await asChart(join(directory, root));
    await mkdir(join(directory, '.github'), { recursive: true });
    await writeFile(join(directory, '.github/proofline.yml'), configurationOf(labelled, charts));
    await git('add', '--all', '--force');
    await git('commit', '--quiet', '--allow-empty', '--message', side);
    return git('rev-parse', 'HEAD');
  };
  await git('init', '--quiet');
  // Applications name the repository in which they stand.
  const { repo } = labelled;
  if (repo !== undefined) await git('remote', 'add', 'origin', `https://github.com/${repo}.git`);
  const base = await commit('base');
  const head = await commit('head');
  return { directory, base, head, remove: () => rm(directory, { recursive: true }) };
}

function configurationOf(labelled: LabelledCase, charts: ReadonlySet<string>): string {
  return stringify({ discover: false, units: labelled.perRoot.map((root) => unitOf(root, charts)) });
}

function unitOf(
  { root, renderer, stored }: LabelledRoot,
  charts: ReadonlySet<string>,
): { path: string; renderer: string } {
  if (charts.has(root)) return { path: root, renderer: 'helm' };
  const kustomized = stored === 'source' && renderer === 'kustomize';
  return { path: root, renderer: kustomized ? 'kustomize' : 'directory' };
}

const recorded = 'rendered.yaml';

/** Roots of charts, of which the folder holds only what Helm made of them, that an Application of the case names. */
async function pointedAt(change: string, { perRoot }: LabelledCase): Promise<ReadonlySet<string>> {
  const files = await readdir(change, { recursive: true });
  const texts = await Promise.all(
    files
      .filter((file) => basename(file) === recorded)
      .map(async (file) => readFile(join(change, file), 'utf8')),
  );
  const roots = perRoot.filter(({ renderer, stored }) => stored === 'rendered' && renderer === 'helm');
  return new Set(
    roots
      .map(({ root }) => root)
      .filter((root) => texts.some((text) => new RegExp(`^ *path: "?${root}"?$`, 'mu').test(text))),
  );
}

/** A chart that gives what was recorded. */
async function asChart(root: string): Promise<void> {
  if (!existsSync(join(root, recorded))) return;
  await mkdir(join(root, 'templates'), { recursive: true });
  const chart = { apiVersion: 'v2', name: 'recorded', version: '0.0.0' };
  await writeFile(join(root, 'Chart.yaml'), stringify(chart));
  await writeFile(join(root, 'templates', recorded), `{{ .Files.Get "${recorded}" }}\n`);
}
