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
import { ratio, seconds, table } from './statistics.ts';
import { applications, namespace } from './thousand-objects.ts';

const objects = 1000;
/** One application in ten is changed: then base is asked too, and for a changed Pod template the Pod. */
const changedEvery = 10;
const rounds = 5;
/** The command line's own limit. */
const inFlight = 24;

interface Measured {
  readonly bare: number[];
  readonly live: number[];
  readonly review: number[];
  readonly peak: number[];
  readonly kubectl: number[];
  readonly kubectlWide: number[];
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
  const stage = openLiveStage(identity.kubeconfig, inFlight);
  const requests = await stage.requests(sides);
  const bare = await bareClient(identity.kubeconfig);
  const kubectl = await resolve('kubectl');
  const diff = async (concurrency: number): Promise<number> => {
    const args = ['diff', '--server-side', '--field-manager=kubectl', `--concurrency=${String(concurrency)}`];
    const { milliseconds } = await timed(
      kubectl,
      [...args, `--filename=${join(checkout.directory, 'apps')}`],
      {
        KUBECONFIG: bed.adminKubeconfig,
        HOME: folder,
      },
    );
    return milliseconds;
  };
  const measured: Measured = { bare: [], live: [], review: [], peak: [], kubectl: [], kubectlWide: [] };
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`round ${String(round + 1)} of ${String(rounds)}\n`);
    measured.kubectl.push(await diff(1));
    measured.live.push(await stage.ask(sides));
    const each: number[] = [];
    for (const width of widths) each.push(await bare.send(requests, width));
    measured.bare.push(Math.min(...each));
    // Anew in each round: the head of a pull request was never rendered before.
    const cache = join(folder, `cache-${String(round)}`);
    await mkdir(cache);
    const review = await timedReview(checkout, [], {
      KUBECONFIG: identity.kubeconfig,
      PROOFLINE_CACHE: cache,
    });
    measured.review.push(review.milliseconds);
    measured.peak.push(review.peakMegabytes);
    measured.kubectlWide.push(await diff(8));
  }
  await Promise.all([stage.close(), identity.cluster.close()]);
  return written(measured, requests.length);
}

function written({ bare, live, review, peak, kubectl, kubectlWide }: Measured, requests: number): string {
  const times = (value: number): string => `${value.toFixed(2)} times`;
  return table(`${String(objects)} objects against a real API server: medians of ${String(rounds)} rounds`, [
    [`the same ${String(requests)} dry runs, bare, best width`, seconds(bare)],
    ['live stage', seconds(live)],
    ['proofline review (a whole process)', seconds(review)],
    ['kubectl diff --server-side', seconds(kubectl)],
    ['kubectl diff --server-side --concurrency=8', seconds(kubectlWide)],
    ['live stage / bare (goal: at most 1.5)', times(ratio(live, bare))],
    ['kubectl / live stage (goal: at least 2.5)', times(ratio(kubectl, live))],
    ['kubectl / review', times(ratio(kubectl, review))],
    ['kubectl --concurrency=8 / review', times(ratio(kubectlWide, review))],
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
