/** A hundred and seventy HelmReleases of Flux -> what a review of one and of all of them costs, beside plain helm. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

import { inParallel } from '../src/live/in-parallel.ts';
import { resolve } from '../test/bed/resolve.ts';
import { git } from '../test/github/git.ts';
import { openChartHost, type ChartHost } from '../test/reconcilers/outside/chart-host.ts';
import { commit, write } from '../test/source/commit.ts';
import { applied, chartNames, charts, foundation, releasesOf } from './home-operations.ts';
import { withPrograms } from './meter.ts';
import { timedReview, type Checkout, type Reviewed } from './program.ts';
import { cost, ratio, table, type Cost } from './statistics.ts';

const size = { releases: 170, namespaces: 60 } as const;
const rounds = 2;
const run = promisify(execFile);
const shelf = 'charts';

export async function fluxReleases(folder: string): Promise<string> {
  const helm = await resolve('helm4');
  const programs = { PROOFLINE_HELM4: helm, PROOFLINE_KUSTOMIZE: await resolve('kustomize') };
  const home = await mkdtemp(join(folder, 'flux-'));
  await packageCharts(helm, home);
  const host = await openChartHost(home);
  try {
    const checkouts = await repository(home, host);
    const bare: Cost[] = [];
    const one: Reviewed[] = [];
    const all: Reviewed[] = [];
    for (let round = 0; round < rounds; round += 1) {
      process.stderr.write(`flux: round ${String(round + 1)} of ${String(rounds)}\n`);
      const reviewed = async (name: keyof typeof checkouts, expected: Expected): Promise<Reviewed> =>
        timed(checkouts[name], expected, {
          ...programs,
          PROOFLINE_CACHE: join(home, `${name}-${String(round)}`),
          BENCH_CHARTS: host.host,
        });
      bare.push(await withPrograms(async () => bareHelm(helm, home)));
      all.push(await reviewed('all', { helm: size.releases, kustomize: size.namespaces + 1 }));
      one.push(await reviewed('one', { helm: 1, kustomize: 1 }));
    }
    return written(bare, one, all);
  } finally {
    await host.close();
  }
}

async function packageCharts(helm: string, home: string): Promise<void> {
  await write(join(home, 'unpacked'), charts());
  await mkdir(join(home, shelf));
  for (const name of chartNames) {
    await run(helm, ['package', join(home, 'unpacked/apps', name), `--destination=${join(home, shelf)}`]);
  }
  await run(helm, ['repo', 'index', join(home, shelf)]);
}

async function repository(home: string, host: ChartHost): Promise<Record<'all' | 'one', Checkout>> {
  const directory = join(home, 'repository');
  await git(home, ['init', '--quiet', '--initial-branch=main', directory]);
  await git(directory, ['remote', 'add', 'origin', 'https://github.com/example/home']);
  const nothing = await commit(directory, foundation(host.shelfOf(shelf).repoURL));
  const everything = await commit(
    directory,
    applied(size, () => '1.0.0'),
  );
  const changed = await commit(
    directory,
    applied(size, (name) => (name === 'release-7' ? '1.1.0' : '1.0.0')),
  );
  return {
    all: { directory, base: nothing, head: everything },
    one: { directory, base: everything, head: changed },
  };
}

async function bareHelm(helm: string, home: string): Promise<void> {
  await inParallel(releasesOf(size), 2, async ({ name, namespace, chart, values }) => {
    const file = join(home, `${name}.yaml`);
    await writeFile(file, values);
    const args = ['template', name, join(home, 'unpacked/apps', chart), `--namespace=${namespace}`];
    await run(helm, [...args, `--values=${file}`], { env: { HOME: home }, maxBuffer: 64 * 1024 * 1024 });
  });
}

interface Expected {
  readonly helm: number;
  readonly kustomize: number;
}

const told = z.object({
  units: z.array(z.object({ id: z.string(), render: z.object({ error: z.string().nullable() }) })),
});

/** Throws where other units are reviewed than the change touches. It does not count renders: discovery makes more. */
async function timed(
  checkout: Checkout,
  expected: Expected,
  environment: Record<'PROOFLINE_CACHE' | 'BENCH_CHARTS', string>,
): Promise<Reviewed> {
  await mkdir(environment.PROOFLINE_CACHE);
  const hosts = `--remote-host=http://${environment.BENCH_CHARTS}`;
  const ran = await timedReview(checkout, ['--no-cluster', hosts], environment);
  const { units } = told.parse(JSON.parse(ran.stdout));
  const failed = units.find(({ render }) => render.error !== null);
  if (failed !== undefined) throw new Error(`${failed.id} did not render: ${String(failed.render.error)}`);
  const of = (kind: string): number => units.filter(({ id }) => id.includes(`/${kind}/`)).length;
  const found = { helm: of('HelmRelease'), kustomize: of('Kustomization') };
  if (found.helm !== expected.helm || found.kustomize !== expected.kustomize) {
    throw new Error(`${JSON.stringify(found)} were reviewed instead of ${JSON.stringify(expected)}`);
  }
  return ran;
}

function written(bare: readonly Cost[], one: readonly Reviewed[], all: readonly Reviewed[]): string {
  const peak = (of: readonly Reviewed[]): string =>
    `${Math.max(...of.map(({ peakMegabytes }) => peakMegabytes)).toFixed(0)} MB`;
  return table(
    `${String(size.releases)} HelmReleases below ${String(size.namespaces)} Kustomizations of Flux, no cluster`,
    [
      ['plain helm, all', cost(bare)],
      ['review of all, cold', cost(all)],
      ['review of all / plain helm (goal: at most 1.3)', ratio(all, bare)],
      ['peak memory of a review of all', peak(all)],
      ['review of a change of one release, cold', cost(one)],
      ['peak memory of a review of one', peak(one)],
    ],
  );
}
