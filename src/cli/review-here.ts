/** `proofline review`: a checkout on this machine, with the rights of the person who runs it. */
import type { Ending } from '../approval/exit-code.ts';
import { diffExitCode, exitCode } from '../approval/exit-code.ts';
import type { Adapters, OpenedCluster } from '../adapters.ts';
import { openAdapters, openUsable } from '../adapters.ts';
import { readEnvironment } from '../config/environment.ts';
import type { Environment } from '../config/environment.ts';
import type { ClusterConfig, InstallationConfig, OperatorLimits } from '../config/operator.ts';
import type { RemoteHostConfig } from '../config/remote-host.ts';
import { defaultOperatorConfig } from '../config/operator.ts';
import { currentContext } from '../kube/access.ts';
import { wallClock } from '../kube/wall-clock.ts';
import { guardNotice } from '../live/guard.ts';
import { leavesNothingUnseen } from '../object/gap.ts';
import type { Mask } from '../object/masked.ts';
import { commentBody } from '../report/comment.ts';
import { toJson } from '../report/json.ts';
import type { Review } from '../report/review.ts';
import { toText } from '../report/text.ts';
import { review } from '../review.ts';
import { localRevisions } from '../source/local.ts';
import { localOrigin } from '../source/origin.ts';
import type { Format, ReviewCommand } from './arguments.ts';
import { awaitInterruption, unlessInterrupted } from './interruption.ts';
import { createProgressBar } from './progress-bar.ts';
import { unlessLate } from './unless-late.ts';

/** Resolves to the exit code. Rejects with ConfigError, SourceError or ClusterError. */
export async function reviewHere(
  command: ReviewCommand,
  mask: Mask,
  limits: OperatorLimits = defaultOperatorConfig.limits,
): Promise<number> {
  const environment = readEnvironment();
  const cluster = await openContext(command, environment);
  const adapters = await openAdapters(environment, ['https', 'http', 'file']);
  const interruption = awaitInterruption();
  try {
    if (cluster !== undefined) await sayWhatCredential(cluster, mask);
    const interrupted = interruption.signal;
    const deadline = wallClock.deadline(limits.reviewSeconds * 1000);
    const stop = AbortSignal.any([interrupted, deadline]);
    let latest: Review | undefined;
    const onPartial = (partial: Review): void => {
      latest = partial;
    };
    const reviewing = reviewWith(command, { adapters, cluster, mask, limits, stop, onPartial });
    const said = await unlessInterrupted(
      interrupted,
      unlessLate(deadline, reviewing, () => latest),
    );
    process.stdout.write(format(said, command.format));
    return command.diffExitCode ? diffExitCode(endingOf(said)) : exitCode(endingOf(said));
  } finally {
    interruption.end();
    await Promise.all([adapters.close(), cluster?.close()]);
  }
}

interface Means {
  readonly adapters: Adapters;
  readonly cluster: OpenedCluster | undefined;
  readonly mask: Mask;
  readonly limits: OperatorLimits;
  readonly stop: AbortSignal;
  readonly onPartial: (partial: Review) => void;
}

async function reviewWith(command: ReviewCommand, means: Means): Promise<Review> {
  const { adapters, cluster, mask, limits, stop, onPartial } = means;
  const bench = { git: adapters.git, mask, signal: stop };
  const { base, head, path } = command;
  const { revisions, close } = await localRevisions(bench, { path, base, head });
  const installations = installationsOf(command, cluster);
  const clusters = cluster === undefined ? [] : [cluster];
  const bar = createProgressBar(process.stderr);
  try {
    return await review(revisions, {
      reconcilers: adapters.reconcilers({ mask, stop, installations, clusters }),
      renderers: adapters.renderers(mask, stop),
      clusters,
      installations,
      origin: await localOrigin(bench, path, base),
      fetchRemote: await adapters.remotes(hostsOf(command), { mask, stop }),
      // A person's own rights decide what they may see.
      maySee: () => true,
      limits,
      key: { kind: 'public' },
      mask,
      clock: wallClock,
      stop,
      onStep: (step) => bar.show(step),
      onPartial,
    });
  } finally {
    bar.clear();
    await close();
  }
}

function installationsOf(
  { installations }: ReviewCommand,
  cluster: OpenedCluster | undefined,
): readonly InstallationConfig[] {
  if (cluster === undefined) return [];
  const { name } = cluster.config;
  return installations.map((each) => ({ ...each, cluster: name, appliesAs: [] }));
}

/** A person names the host on their own machine, so it may stand in their own network; without TLS only if they say so. */
function hostsOf({ remoteHosts }: ReviewCommand): readonly RemoteHostConfig[] {
  return remoteHosts.map((named) => ({
    host: named
      .toLowerCase()
      .replace(/^https?:\/\//u, '')
      .replace(/\/$/u, ''),
    private: true,
    plainHttp: named.toLowerCase().startsWith('http://'),
  }));
}

/** Rejects with ClusterError. */
async function openContext(
  { cluster }: ReviewCommand,
  { kubeconfigs }: Environment,
): Promise<OpenedCluster | undefined> {
  if (cluster.kind === 'none') return undefined;
  const access = { kind: 'kubeconfig', files: kubeconfigs, context: cluster.name } as const;
  const config: ClusterConfig = {
    name: await currentContext(access),
    reach: { kubeconfig: kubeconfigs[0] ?? '', context: cluster.name },
    allowUnguarded: true,
    concurrency: 24,
    knownAs: [],
    production: false,
  };
  return openUsable(config, access, { allowUnverifiedTls: true, unguarded: 'allow' });
}

async function sayWhatCredential({ guard }: OpenedCluster, mask: Mask): Promise<void> {
  const notice = guardNotice(mask, await guard.check(wallClock.deadline(15_000)));
  if (notice !== undefined) process.stderr.write(`proofline: ${notice}\n`);
}

function endingOf({ conclusion, changes, units, merge, gaps }: Review): Ending {
  const failed = units.some(({ render }) => render.error !== undefined);
  return {
    conclusion,
    changes,
    unreviewable: failed || merge.conflicts.length > 0,
    unseen: gaps.some(({ kind }) => !leavesNothingUnseen(kind)),
  };
}

function format(said: Review, wanted: Format): string {
  switch (wanted) {
    case 'json':
      return toJson(said);
    case 'markdown':
      return `${commentBody(said)}\n`;
    case 'text':
      return toText(said, { color: process.stdout.isTTY && process.stdout.hasColors() });
  }
}
