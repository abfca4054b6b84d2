/** A repository -> its open pull requests as GitHub lists them now. */
import { words } from '../object/masked.ts';
import type { OpenPull, OpenPulls } from '../source/open-pulls.ts';
import { GitHubError } from './github-error.ts';
import { coordinates } from './repository.ts';
import type { Repository } from './repository.ts';

const pageSize = 100;
const mostPages = 10;

/** That they cannot be listed is an answer too: only who deploys each of them needs the list. */
export async function openPulls(repository: Repository): Promise<OpenPulls> {
  const pulls: OpenPull[] = [];
  try {
    for (let page = 1; page <= mostPages; page += 1) {
      const { data } = await repository.client.rest.pulls.list({
        ...coordinates(repository),
        state: 'open',
        per_page: pageSize,
        page,
      });
      pulls.push(...data.map(pullOf));
      if (data.length < pageSize) return { kind: 'listed', pulls };
    }
    return { kind: 'unlisted', why: words`there are more than ${pageSize * mostPages}` };
  } catch (error) {
    const { status } = new GitHubError('listing the open pull requests', error);
    const how = status === undefined ? words`no answer` : words`status ${status}`;
    return { kind: 'unlisted', why: words`GitHub did not list them (${how})` };
  }
}

type Listed = Awaited<ReturnType<Repository['client']['rest']['pulls']['list']>>['data'][number];

function pullOf({ number, title, head, base, user, labels }: Listed): OpenPull {
  return {
    number,
    title,
    branch: head.ref,
    targetBranch: base.ref,
    headSha: head.sha,
    author: user?.login ?? '',
    labels: labels.map(({ name }) => name),
  };
}
