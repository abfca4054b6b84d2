/** The commit that `main` has, and the GitRepos of a story -> their Bundles, as the Job of each would make them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { Fleet } from '../../bed/fleet/start.ts';
import { git } from '../../github/git.ts';

interface Followed {
  readonly cloneUrl: string;
  readonly gitRepos: readonly KubeObject[];
}

/** Answers with what the Jobs failed with. */
export async function runGitJobs(fleet: Fleet, { cloneUrl, gitRepos }: Followed): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'proofline-test-'));
  try {
    await git(folder, ['clone', '--quiet', '--branch=main', cloneUrl, 'checkout']);
    const failures: string[] = [];
    for (const gitRepo of gitRepos) {
      const applied = await fleet.apply(gitRepo, join(folder, 'checkout'));
      if (applied.kind === 'failed') failures.push(applied.message);
    }
    return failures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
