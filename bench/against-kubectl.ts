/** A thousand objects on a real API server -> a review, `kubectl diff` and bare requests side by side, in rounds. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { stringify } from 'yaml';

import { startControlPlane, type ControlPlane } from '../test/bed/control-plane.ts';
import { addIdentity } from '../test/bed/identity.ts';
import { resolve } from '../test/bed/resolve.ts';
import { seed } from '../test/bed/seed.ts';
import { git } from '../test/github/git.ts';
import { commit } from '../test/source/commit.ts';
import { bareClient, widths } from './bare-requests.ts';
import { openLiveStage } from './live-stage.ts';
import { timed, timedReview, type Checkout } from './program.ts';
import { inThisProcess, serverMeter } from './meter.ts';
import { cost, median, ratio, table, type Cost } from './statistics.ts';
import { applications, namespace } from './thousand-objects.ts';

const objects = 1000;
/** One application in ten is changed: then base is asked too, and for a changed Pod template the Pod. */
const changedEvery = 10;
const rounds = 5;
/** The command line's own limit. */
const inFlight = 24;

interface Measured {
  /** One list a width. */
  readonly bare: readonly Cost[][];
  readonly live: Cost[];
  readonly review: Cost[];
  readonly kubectl: Cost[];
  readonly kubectlWide: Cost[];
  /** In megabytes. */
  readonly peak: number[];
}

export async function againstKubectl(folder: string): Promise<string> {
  const bed = await startControlPlane();
  try {
    return await compared(bed, folder);
  } finally {
    await bed.stop();
  }
}

async function compared(bed: ControlPlane, folder: string): Promise<string> {
  const identity = await addIdentity(bed);
  const checkout = await seeded(bed, folder);
  const sides = { base: allOf('base'), head: allOf('head') };
  const stage = await openLiveStage(identity.kubeconfig, inFlight);
  const requests = await stage.requests(sides);
  const bare = await bareClient(identity.kubeconfig);
  const kubectl = await resolve('kubectl');
  const withServer = serverMeter(bed);
  const diff = async (concurrency: number): Promise<Cost> => {
    const options = ['--server-side', '--field-manager=kubectl', `--concurrency=${String(concurrency)}`];
    const args = ['diff', ...options, `--filename=${join(checkout.directory, 'apps')}`];
    return await timed(kubectl, args, { KUBECONFIG: bed.adminKubeconfig, HOME: folder });
  };
  const measured: Measured = {
    bare: widths.map(() => []),
    live: [],
    review: [],
    kubectl: [],
    kubectlWide: [],
    peak: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    measured.kubectl.push(await withServer(async () => diff(1)));
    measured.live.push(await withServer(async () => inThisProcess(async () => stage.ask(sides))));
    for (const [index, width] of widths.entries()) {
      const send = async (): Promise<void> => bare.send(requests, width);
      measured.bare[index]?.push(await withServer(async () => inThisProcess(send)));
    }
    // Anew in each round: the head of a pull request was never rendered before.
    const cache = join(folder, `cache-${String(round)}`);
    await mkdir(cache);
    const environment = { KUBECONFIG: identity.kubeconfig, PROOFLINE_CACHE: cache };
    const review = await withServer(async () => timedReview(checkout, [], environment));
    measured.review.push(review);
    measured.peak.push(review.peakMegabytes);
    measured.kubectlWide.push(await withServer(async () => diff(8)));
    process.stderr.write(`round ${String(round + 1)} of ${String(rounds)}: ${roundOf(measured)}\n`);
  }
  await Promise.all([stage.close(), identity.cluster.close()]);
  return written(measured, requests.length);
}

/** As it goes, for somebody who waits; a round that another program disturbed can be told by it. */
function roundOf({ peak: _memory, bare, ...times }: Measured): string {
  return Object.entries({ ...times, bare: bestOf(bare) })
    .map(([name, all]) => `${name} ${((all.at(-1)?.milliseconds ?? 0) / 1000).toFixed(2)} s`)
    .join(', ');
}

/** Of the width with the least median. */
function bestOf(bare: Measured['bare']): readonly Cost[] {
  const time = (costs: readonly Cost[]): number => median(costs.map(({ milliseconds }) => milliseconds));
  return bare.toSorted((a, b) => time(a) - time(b))[0] ?? [];
}

function written(measured: Measured, requests: number): string {
  const { live, review, peak, kubectl, kubectlWide } = measured;
  const bare = bestOf(measured.bare);
  return table(`${String(objects)} objects against a real API server: medians of ${String(rounds)} rounds`, [
    [`the same ${String(requests)} dry runs, bare, best width`, cost(bare)],
    ['live stage', cost(live)],
    ['proofline review (a whole process)', cost(review)],
    ['kubectl diff --server-side', cost(kubectl)],
    ['kubectl diff --server-side --concurrency=8', cost(kubectlWide)],
    ['live stage / bare (goal: at most 1.5)', ratio(live, bare)],
    ['kubectl / live stage (goal: at least 2.5)', ratio(kubectl, live)],
    ['kubectl / review', ratio(kubectl, review)],
    ['kubectl --concurrency=8 / review', ratio(kubectlWide, review)],
    ['peak memory of the review (goal: under 350 MB)', `${Math.max(...peak).toFixed(0)} MB`],
  ]);
}

function allOf(side: 'base' | 'head') {
  return applications(objects, changedEvery, side).flat();
}

/** The cluster holds base, as kubectl applied it; the checkout has head in its working tree. */
async function seeded(bed: ControlPlane, folder: string): Promise<Checkout> {
  const directory = join(folder, 'thousand');
  await git(folder, ['init', '--quiet', '--initial-branch=main', directory]);
  const files = (side: 'base' | 'head'): Record<string, string> =>
    Object.fromEntries(
      applications(objects, changedEvery, side).map((application, index) => [
        `apps/app-${String(index)}.yaml`,
        application.map((object) => stringify(object)).join('---\n'),
      ]),
    );
  const base = await commit(directory, files('base'));
  const head = await commit(directory, files('head'));
  const home = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await seed(bed, [home, ...allOf('base')], 'kubectl');
  return { directory, base, head };
}
