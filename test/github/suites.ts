/** A head commit -> its check suite, made on first need. */
import type { CheckSuite, Repository, State } from './state.ts';

/** The branch of the base repository with this head; null for a fork's head, which GitHub does not name. */
function branchOf(repository: Repository, headSha: string): string | null {
  const pulls = [...repository.pulls.values()];
  const own = pulls.find((pull) => pull.head.sha === headSha && pull.head.repository === repository);
  return own?.head.ref ?? null;
}

export function suiteFor(state: State, repository: Repository, headSha: string): CheckSuite {
  const known = repository.suites.find((suite) => suite.headSha === headSha);
  if (known) return known;
  const suite = {
    id: state.nextId(),
    headSha,
    headBranch: branchOf(repository, headSha),
    createdAt: state.now(),
  };
  repository.suites.push(suite);
  return suite;
}
