/** The server: environment -> adapters -> Probot -> one job for each pull request that an event is about. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';

import type { Logger } from 'pino';
import { pino } from 'pino';
import type { Probot } from 'probot';

import { openAdapters, openOperatorCluster, readFingerprintKey, readOperatorConfig } from './adapters.ts';
import type { Deliveries } from './app/deliveries.ts';
import { createDeliveries } from './app/deliveries.ts';
import { explainer } from './app/explain.ts';
import { holdOf } from './app/hold.ts';
import { createInFlight } from './app/in-flight.ts';
import type { Job } from './app/job.ts';
import { runJob } from './app/job.ts';
import { receiver } from './app/receive.ts';
import type { Reviewer, ReviewerOptions } from './app/reviewer.ts';
import { createReviewer } from './app/reviewer.ts';
import { createWebhookListener } from './app/webhook-listener.ts';
import type { PullRequestAddress } from './app.ts';
import { subscribe } from './app.ts';
import type { AppEnvironment } from './config/app-environment.ts';
import { readAppEnvironment } from './config/app-environment.ts';
import { grantOf } from './config/grant.ts';
import type { OperatorConfig } from './config/operator.ts';
import { ConfigError } from './config/config-error.ts';
import { readEnvironment } from './config/environment.ts';
import { cloneToken } from './github/clone-token.ts';
import { connect } from './github/connect.ts';
import { openPulls } from './github/open-pulls.ts';
import { openPullRequestsOf } from './github/read-pull-request.ts';
import type { Repository } from './github/repository.ts';
import { createMask } from './object/mask.ts';
import type { Mask } from './object/masked.ts';
import { createMirrors } from './source/mirror.ts';

/** Runs until SIGINT or SIGTERM, and then until every review has concluded. Rejects with ConfigError or ClusterError. */
export async function serve(): Promise<void> {
  const environment = readEnvironment();
  const app = readAppEnvironment();
  const operator = readOperatorConfig(environment.configFile);
  const key = readFingerprintKey(operator);
  const clusters = await Promise.all(
    operator.clusters.map(async (config) => openOperatorCluster(config, environment)),
  );
  const adapters = await openAdapters(environment, protocolsOf(app));
  try {
    const mirrors = createMirrors(join(environment.cache, 'mirrors'));
    const log = pino({ level: environment.logLevel });
    await listenUntilStopped(app, log, { adapters, operator, clusters, mirrors, key });
  } finally {
    await Promise.all([adapters.close(), ...clusters.map((cluster) => cluster.close())]);
  }
}

async function listenUntilStopped(app: AppEnvironment, log: Logger, options: ReviewerOptions): Promise<void> {
  if (options.adapters.runner.confinement === 'none') {
    log.warn(
      'this machine allows no namespaces: helm and kustomize run without them, and some bases become gaps',
    );
  }
  const probot = await connect(app, log);
  const deliveries = createDeliveries();
  const reviews = takeEvents(log, {
    probot,
    deliveries,
    operator: options.operator,
    reviewer: createReviewer(options),
    appId: Number(app.appId),
    deadline: options.operator.limits.reviewSeconds * 1000,
  });
  const server = createWebhookListener(receiver(probot, deliveries, log));
  await listen(server, app, log);
  await stopSignal();
  log.info('stopping: no new events are taken, and the reviews that run are finished');
  server.close();
  server.closeAllConnections();
  await reviews.settled();
}

interface Taking {
  readonly operator: OperatorConfig;
  readonly probot: Probot;
  readonly deliveries: Deliveries;
  readonly reviewer: Reviewer;
  readonly appId: number;
  /** Of one review, in milliseconds. */
  readonly deadline: number;
}

function takeEvents(log: Logger, taking: Taking): { settled(): Promise<void> } {
  const inFlight = createInFlight((pullRequest, error) => {
    log.error({ err: error, pullRequest }, 'GitHub could not be told of a review');
  });
  subscribe(taking.probot, taking.appId, {
    onPullRequest(address, delivery) {
      const name = `${address.owner}/${address.name}#${address.number}`;
      inFlight.start(name, async (superseded) => {
        try {
          const repository = await repositoryAt(taking, address);
          const mask = createMask();
          const explain = explainer(log, name, mask);
          const { number } = address;
          await runJob({ ...jobOf(taking, repository, mask), number, explain }, superseded);
        } catch (error) {
          // Accepted long ago, but not handled: a redelivery is the operator's way to have it reviewed.
          taking.deliveries.forget(delivery);
          throw error;
        }
      });
    },
    async pullRequestsOf(address, headSha) {
      return openPullRequestsOf(await repositoryAt(taking, address), headSha);
    },
  });
  return inFlight;
}

function jobOf(
  taking: Taking,
  repository: Repository,
  mask: Mask,
): Pick<Job, 'repository' | 'holdOf' | 'review' | 'deadline'> {
  return {
    repository,
    holdOf: (pullRequest) => holdOf(pullRequest, grantOf(taking.operator, pullRequest), mask),
    deadline: taking.deadline,
    async review(pullRequest, onPartial, stop) {
      const token = await cloneToken(taking.probot, repository);
      const access = { url: new URL('/', pullRequest.cloneUrl).href, token };
      const asked = { pullRequest, access, mask, openPulls: async () => openPulls(repository) };
      return taking.reviewer.review({ ...asked, onPartial, stop });
    },
  };
}

async function repositoryAt(
  { probot, appId }: Taking,
  { owner, name, installation }: Omit<PullRequestAddress, 'number'>,
): Promise<Repository> {
  // Not the event's own client: those of all installations share one budget (facts/github.md §0.1).
  return { owner, name, appId, installation, client: await probot.auth(installation) };
}

/** A GitHub that is spoken to without TLS is served without TLS for Git too. */
function protocolsOf({ baseUrl }: AppEnvironment): readonly ('http' | 'https')[] {
  return baseUrl?.startsWith('http:') === true ? ['https', 'http'] : ['https'];
}

async function listen(server: Server, { host, port }: AppEnvironment, log: Logger): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    const words = `${port} cannot be listened on (${why}): choose another, or end what holds it`;
    throw new ConfigError('environment', [{ line: undefined, field: 'PORT', words }], { cause });
  }
  log.info({ address: server.address() }, 'listening for webhooks');
}

async function stopSignal(): Promise<void> {
  const stopped = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopped.resolve(undefined));
  }
  await stopped.promise;
}
