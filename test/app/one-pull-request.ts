/** A repository's name -> the stand-in with one open pull request of it, and the repository as the App's own client sees it. */
import { pino } from 'pino';

import { connect } from '../../src/github/connect.ts';
import type { Repository } from '../../src/github/repository.ts';
import type { GitHub } from '../github/github.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { startGitHub } from '../github/start-github.ts';

export interface OnePullRequest {
  readonly github: GitHub;
  readonly repository: Repository;
  readonly pull: OpenedPullRequest;
}

export async function openOnePullRequest(name: string): Promise<OnePullRequest> {
  const github = await startGitHub();
  const { id, privateKey, webhookSecret } = github.app;
  const credentials = { appId: String(id), privateKey, webhookSecret, baseUrl: github.apiUrl };
  const probot = await connect(credentials, pino({ level: 'silent' }));
  const hosted = await github.createRepository({ name, files: { a: '1' } });
  await hosted.commit({ branch: 'change', files: { a: '2' } });
  const pull = await hosted.openPullRequest({ title: 'Change', head: 'change' });
  const installation = github.install('octo-org').id;
  const client = await probot.auth(installation);
  return { github, pull, repository: { owner: 'octo-org', name, appId: id, installation, client } };
}
