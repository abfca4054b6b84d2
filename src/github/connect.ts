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

/** A secondary limit that lasts longer is no matter of waiting for a moment. */
const secondaryLimit = { retries: 2, longestSeconds: 120 };

// By a function, since Probot gives every client throttle options of its own, which win over plain defaults.
const PinnedOctokit = ProbotOctokit.plugin((octokit) => {
  octokit.hook.before('request', (options) => {
    options.headers['x-github-api-version'] = apiVersion;
  });
}).defaults((options: Options) => ({
  ...options,
  // 429 carries retry-after, which the retry plugin does not read: the throttle plugin deals with it.
  retry: { doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
  throttle: { ...options.throttle, onSecondaryRateLimit: waitsForSecondaryLimit },
}));

type Options = Readonly<Record<string, unknown>> & { readonly throttle?: Readonly<Record<string, unknown>> };

/** GitHub refuses such a request before it does anything, so that even a create may be sent again. */
function waitsForSecondaryLimit(
  seconds: number,
  { request }: { readonly request: { readonly retryCount: number } },
): boolean {
  return request.retryCount < secondaryLimit.retries && seconds <= secondaryLimit.longestSeconds;
}

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
