/** A git server with one repository -> reviews of its pull requests, through a mirror as the App keeps it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { type Mirrors, createMirrors } from '../../src/source/mirror.ts';
import { type PullRequest, pullRequestRevisions } from '../../src/source/pull-request.ts';
import type { Revisions } from '../../src/source/revisions.ts';
import { git } from '../github/git.ts';
import { type Workshop, workshop } from './bench.ts';
import { commit } from './commit.ts';
import { type GitServer, gitServer } from './git-server.ts';

export interface Hub extends Workshop {
  readonly server: GitServer;
  readonly repository: string;
  readonly cache: string;
  readonly review: (headSha: string, changed?: Partial<PullRequest>, mirrors?: Mirrors) => Promise<Revisions>;
}

export async function hub(context: TestContext, token?: string): Promise<Hub> {
  const shop = await workshop(context);
  const server = await gitServer(context, shop.folder);
  const repository = await shop.checkout('shop');
  const cache = join(shop.folder, 'cache');
  const own = createMirrors(cache);
  const access = token === undefined ? undefined : { url: `${server.url}/`, token };
  return {
    ...shop,
    server,
    repository,
    cache,
    review: (headSha, changed = {}, mirrors = own) =>
      pullRequestRevisions(
        shop.bench,
        { mirrors, access },
        {
          owner: 'acme',
          name: 'shop',
          number: 7,
          baseRef: 'main',
          headSha,
          headRef: 'topic',
          headRepository: 'same',
          defaultBranch: 'main',
          cloneUrl: `${server.url}/shop/.git`,
          ...changed,
        },
      ),
  };
}

/** Main with two files, and a branch off it that changes one. */
export async function branched(
  repository: string,
): Promise<{ readonly base: string; readonly head: string }> {
  const base = await commit(repository, { 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' });
  await git(repository, ['switch', '--quiet', '--create', 'topic']);
  const head = await commit(repository, { 'a.yaml': 'a: 2\n' });
  await git(repository, ['switch', '--quiet', 'main']);
  return { base, head };
}

export function merged(revisions: Revisions): Extract<Revisions, { kind: 'merged' }> {
  assert.equal(revisions.kind, 'merged');
  return revisions;
}
