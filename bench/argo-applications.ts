/** Sixty-six Helm Applications below an app-of-apps -> what it costs to render them all, beside plain helm with the same arguments. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createMask } from '../src/object/mask.ts';
import { createGit } from '../src/process/git.ts';
import { openRunner } from '../src/process/run.ts';
import { createCache } from '../src/render/cache.ts';
import { templateArguments } from '../src/render/helm-arguments.ts';
import { createManifestReader } from '../src/render/manifest-reader.ts';
import { placedPlans } from '../src/render/placed-plan.ts';
import { renderUnit, type Renderers } from '../src/render/render-unit.ts';
import { limits } from '../src/render/sandbox.ts';
import { rendersAtOnce } from '../src/review/render-pairs.ts';
import { heldTree } from '../src/source/held-tree.ts';
import { localRevisions } from '../src/source/local.ts';
import type { Tree } from '../src/source/tree.ts';
import { inParallel } from '../src/live/in-parallel.ts';
import { resolve } from '../test/bed/resolve.ts';
import { git } from '../test/github/git.ts';
import { commit } from '../test/source/commit.ts';
import { applications, type HelmPlan } from './application-charts.ts';
import { withPrograms } from './meter.ts';
import { cost, ratio, table, type Cost } from './statistics.ts';

const count = 66;
const rounds = 5;
const capabilities = { kubeVersion: 'v1.35.4', apiVersions: ['v1', 'apps/v1', 'apps/v1/Deployment'] };
const run = promisify(execFile);

export async function argoApplications(folder: string): Promise<string> {
  const directory = join(folder, 'applications');
  await git(folder, ['init', '--quiet', '--initial-branch=main', directory]);
  const { files, plans } = applications(count);
  const base = await commit(directory, files);
  const head = await commit(directory, { 'README.md': 'A change\n' });
  const helm = await resolve('helm4');
  const runner = await openRunner({ programs: { helm4: helm } });
  const bare: Cost[] = [];
  const ours: Cost[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      process.stderr.write(`applications: round ${String(round + 1)} of ${String(rounds)}\n`);
      bare.push(await withPrograms(async () => bareHelm(helm, directory, plans)));
      await withTree({ directory, base, head }, async (tree) => {
        ours.push(await withPrograms(async () => renderAll(tree, plans, runner)));
      });
    }
  } finally {
    await runner.close();
  }
  return table(`${String(count)} Helm Applications and their app-of-apps, each rendered once`, [
    ['plain helm', cost(bare)],
    ['Proofline', cost(ours)],
    ['Proofline / plain helm (goal: at most 1.3)', ratio(ours, bare)],
  ]);
}

async function bareHelm(helm: string, directory: string, plans: readonly HelmPlan[]): Promise<void> {
  const home = await mkdtemp(join(directory, '..', 'home-'));
  try {
    await inParallel(plans, 2, async (plan) => {
      const [placed] = placedPlans(plan, ({ path }) => path) ?? [];
      if (placed?.kind !== 'helm') throw new Error('the plan is not one of Helm');
      const template = templateArguments({ plan: placed, capabilities, directory, values: undefined });
      if (template.kind === 'refused') throw new Error(template.message);
      await run(helm, template.args, { env: { HOME: home }, maxBuffer: 64 * 1024 * 1024 });
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function renderAll(tree: Tree, plans: readonly HelmPlan[], runner: Renderers['run']): Promise<void> {
  const renderers: Renderers = {
    run: runner,
    cache: createCache({ directory: undefined, characters: 0 }),
    mask: createMask(),
    read: createManifestReader(),
    version: '0.0.0',
  };
  const closures = plans.map(({ chart }) => ({
    paths: [`${chart.path}/`, 'env/'],
    remotes: [],
    unknown: [],
  }));
  // As a review does it.
  const held = heldTree(
    tree,
    closures.flatMap(({ paths }) => paths),
    limits.read,
  );
  const rendered = await inParallel([...plans.entries()], rendersAtOnce, async ([index, plan]) =>
    renderUnit(
      {
        unit: plan.release,
        plan,
        closure: closures[index] ?? { paths: [], remotes: [], unknown: [] },
        tree: held,
        remotes: new Map(),
        capabilities,
      },
      renderers,
    ),
  );
  const failed = rendered.find(({ kind }) => kind !== 'rendered');
  if (failed !== undefined) throw new Error(`an Application did not render: ${JSON.stringify(failed)}`);
}

async function withTree(
  { directory, base, head }: { readonly directory: string; readonly base: string; readonly head: string },
  work: (tree: Tree) => Promise<void>,
): Promise<void> {
  const home = join(directory, '..', 'git-home');
  await mkdir(home, { recursive: true });
  const client = createGit({ path: process.env['PATH'] ?? '/usr/bin:/bin', home, protocols: ['file'] });
  const { revisions, close } = await localRevisions(
    { git: client, mask: createMask() },
    { path: directory, base, head },
  );
  try {
    if (revisions.kind === 'conflict') throw new Error(`${base} and ${head} do not merge`);
    await work(revisions.headTree);
  } finally {
    await close();
  }
}
