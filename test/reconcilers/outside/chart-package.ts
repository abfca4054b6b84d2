/** A chart as files -> the archive that the real helm packages. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { stringify } from 'yaml';

import { resolve } from '../../bed/resolve.ts';
import { run } from '../../bed/run.ts';
import type { Files } from '../files.ts';

export interface Chart {
  readonly name: string;
  readonly version: string;
  /** All but Chart.yaml, by their paths in the chart. */
  readonly files: Files;
}

/** Where charts of one story can be had. */
export interface ChartShelf {
  /** As an Application names it. */
  readonly repoURL: string;
  readonly publish: (chart: Chart) => Promise<void>;
}

/** Answers with the path of the archive in `folder`. */
export async function packageChart({ name, version, files }: Chart, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const chart = join(await mkdtemp(join(folder, '.chart-')), name);
  const all = { ...files, 'Chart.yaml': stringify({ apiVersion: 'v2', name, version }) };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(chart, path)), { recursive: true });
    await writeFile(join(chart, path), text);
  }
  await helm(folder, ['package', chart, '--destination', folder]);
  return join(folder, `${name}-${version}.tgz`);
}

export async function helm(folder: string, args: readonly string[]): Promise<void> {
  const outcome = await run({ file: await resolve('helm4'), args, cwd: folder, env: process.env });
  if (outcome.kind !== 'done') {
    const why = outcome.kind === 'failed' ? outcome.stderr : 'it is not there';
    throw new Error(`helm ${args.join(' ')}: ${why}`);
  }
}
