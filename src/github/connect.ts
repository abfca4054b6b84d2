/** The App's credentials -> a Probot whose clients speak one pinned API version and repeat no create. */
import { Probot, ProbotOctokit } from 'probot';
import type { Logger } from 'pino';

/** Newer versions take fields away (facts: `x-github-breaking-changes`), so it is pinned, not inherited. */
const apiVersion = '2022-11-28';

export interface AppCredentials {
  readonly appId: string;
  readonly privateKey: string;
  readonly webhookSecret: string;
  /** Such as `https://github.example.com/api/v3`; undefined for github.com. */
  readonly baseUrl: string | undefined;
}

export type Client = Awaited<ReturnType<Probot['auth']>>;

const PinnedOctokit = ProbotOctokit.plugin((octokit) => {
  octokit.hook.before('request', (options) => {
    options.headers['x-github-api-version'] = apiVersion;
  });
}).defaults({
  // 429 carries retry-after, which the retry plugin does not read: the throttle plugin deals with it.
  retry: { doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
});

export async function connect(credentials: AppCredentials, log: Logger): Promise<Probot> {
  const probot = new Probot({
    appId: credentials.appId,
    privateKey: credentials.privateKey,
    secret: credentials.webhookSecret,
    baseUrl: credentials.baseUrl,
    Octokit: PinnedOctokit,
    log,
  });
  await probot.ready();
  return probot;
}
