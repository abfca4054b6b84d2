/** A pull request that changes one image in one unit of the story, for what is told about the App and not about the change. */
import assert from 'node:assert/strict';

import { filesIn } from '../github/files-in.ts';
import type { Content } from '../github/git-commits.ts';
import type { HostedRepository } from '../github/hosted-repository.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import type { Stage } from './stage.ts';
import { storyFolder } from './story.ts';

export const report = 'platform/reporting/report.yaml';

const base = await filesIn(`${storyFolder}/base`);

export function reportOf(version: string): Readonly<Record<string, string>> {
  const content = base[report];
  assert.ok(content instanceof Uint8Array);
  const text = Buffer.from(content).toString('utf8');
  assert.match(text, /report:3\.1\.0/u);
  return { [report]: text.replace('report:3.1.0', `report:${version}`) };
}

/** The story's base, with files of its own. */
export async function hosted(
  { github }: Stage,
  name: string,
  extra: Readonly<Record<string, Content>> = {},
): Promise<HostedRepository> {
  return github.createRepository({ name, files: { ...base, ...extra } });
}

export async function opened(repository: HostedRepository, version = '3.2.0'): Promise<OpenedPullRequest> {
  await repository.commit({ branch: 'change', files: reportOf(version) });
  return repository.openPullRequest({ title: `Report ${version}`, head: 'change' });
}
