/** The stand-in -> real clients for its tests: Probot's own Octokit, and bare tokens. */
import { Probot, ProbotOctokit } from 'probot';
import type { GitHub } from './github.ts';
import type { Permissions } from './state.ts';

/** Without pacing and retries, so that a test sees each answer at once. */
export const QuietOctokit = ProbotOctokit.defaults((options: object) => ({
  ...options,
  throttle: { enabled: false },
  retry: { enabled: false },
}));

type Client = Awaited<ReturnType<Probot['auth']>>;

async function probotFor(github: GitHub): Promise<Probot> {
  const { id, privateKey } = github.app;
  const probot = new Probot({
    appId: id,
    privateKey,
    secret: 'unused here',
    baseUrl: github.apiUrl,
    Octokit: QuietOctokit,
  });
  await probot.ready();
  return probot;
}

/** Signed in as the App. */
export async function appClient(github: GitHub): Promise<Client> {
  return (await probotFor(github)).auth();
}

/** Signed in as the App's installation on an account. */
export async function installationClient(github: GitHub, owner = 'octo-org'): Promise<Client> {
  return (await probotFor(github)).auth(github.install(owner).id);
}

export interface Narrowing {
  readonly repositories?: readonly string[];
  readonly permissions?: Permissions;
}

/** A new installation token, narrowed or not. */
export async function tokenOf(github: GitHub, narrowing: Narrowing = {}): Promise<string> {
  const client = await appClient(github);
  const { data } = await client.request('POST /app/installations/{installation_id}/access_tokens', {
    installation_id: github.install('octo-org').id,
    ...(narrowing.repositories ? { repositories: [...narrowing.repositories] } : {}),
    ...(narrowing.permissions ? { permissions: { ...narrowing.permissions } } : {}),
  });
  return data.token;
}
