/** The labelled changes and the demo's story -> the share of findings that point to a line of the source. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { readCases } from '../scripts/evaluate/case.ts';
import { commitCase } from '../scripts/evaluate/repository.ts';
import { inParallel } from '../src/live/in-parallel.ts';
import { resolve as resolveProgram } from '../test/bed/resolve.ts';
import { git } from '../test/github/git.ts';
import { commit } from '../test/source/commit.ts';
import { timedReview, type Checkout } from './program.ts';
import { percent, table } from './statistics.ts';
import { unknownReferences } from './unknown-references.ts';

const root = resolve(import.meta.dirname, '..');
const corpora = resolve(root, '../shared/corpora');
const storyFolder = join(root, 'fixtures/stories/release-with-surprises');
const atOnce = 2;

const told = z.object({
  findings: z.array(z.object({ rule: z.string(), places: z.array(z.object({ line: z.number() })) })),
});
type Finding = z.infer<typeof told>['findings'][number];

interface Looked {
  readonly findings: readonly Finding[];
  readonly unknown: number;
  readonly units: number;
}

export async function tracedFindings(folder: string): Promise<string> {
  const cache = join(folder, 'traced');
  await mkdir(cache);
  const [kustomize, helm] = await Promise.all([resolveProgram('kustomize'), resolveProgram('helm4')]);
  const environment = { PROOFLINE_KUSTOMIZE: kustomize, PROOFLINE_HELM4: helm };
  const look = async (checkout: Checkout, own: string): Promise<Looked> => {
    const home = join(cache, own);
    await mkdir(home);
    const { stdout } = await timedReview(checkout, ['--no-cluster'], {
      ...environment,
      PROOFLINE_CACHE: home,
    });
    const { unknown, of } = await unknownReferences(checkout);
    return { findings: told.parse(JSON.parse(stdout)).findings, unknown, units: of };
  };
  process.stderr.write('findings: the labelled changes\n');
  const changes = await inParallel(await readCases(corpora), atOnce, async (labelled) => {
    const repository = await commitCase(corpora, labelled);
    try {
      return await look(repository, labelled.id);
    } finally {
      await repository.remove();
    }
  });
  return written(changes, await look(await storyCheckout(folder), 'story'));
}

function written(changes: readonly Looked[], story: Looked): string {
  const findings = changes.flatMap((change) => change.findings);
  const byRule = [...new Set(findings.map(({ rule }) => rule))].sort().map((rule) => {
    const own = findings.filter((finding) => finding.rule === rule);
    return [`  ${rule}`, traced(own)] as const;
  });
  const sum = (of: (change: Looked) => number): number =>
    changes.reduce((all, change) => all + of(change), 0);
  return table('Findings with a place in the source, no cluster', [
    [`${String(changes.length)} labelled changes of real repositories`, traced(findings)],
    ...byRule,
    ['the story of the demo', traced(story.findings)],
    [
      'units of the labelled changes with an unknown reference',
      percent(
        sum((change) => change.unknown),
        sum((change) => change.units),
      ),
    ],
  ]);
}

function traced(findings: readonly Finding[]): string {
  return percent(findings.filter(({ places }) => places.length > 0).length, findings.length);
}

async function storyCheckout(folder: string): Promise<Checkout> {
  const directory = join(folder, 'story');
  await git(folder, ['init', '--quiet', '--initial-branch=main', directory]);
  const base = await commit(directory, await filesBelow(join(storyFolder, 'base')));
  for (const entry of await readdir(directory)) {
    if (entry !== '.git') await rm(join(directory, entry), { recursive: true });
  }
  return { directory, base, head: await commit(directory, await filesBelow(join(storyFolder, 'head'))) };
}

async function filesBelow(folder: string): Promise<Record<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file)] as const),
  );
  return Object.fromEntries(contents);
}
