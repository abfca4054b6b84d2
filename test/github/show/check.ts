/** A check run, its suite and annotations -> GitHub's. */
import type { Json } from '../json.ts';
import type { Annotation, CheckRun, CheckSuite, Repository, State } from '../state.ts';
import { showApp } from './app.ts';
import { showPullsOfHead } from './pull-request.ts';
import { pageUrl, repositoryUrl, showRepository } from './repository.ts';
import { nodeId } from './urls.ts';

/** A suite's conclusion is that of its run which ranks highest here. */
const RANK = ['action_required', 'timed_out', 'cancelled', 'failure', 'success', 'neutral', 'skipped'];

export function showCheckRun(state: State, repository: Repository, run: CheckRun): Record<string, Json> {
  const url = `${repositoryUrl(state, repository)}/check-runs/${run.id}`;
  return {
    id: run.id,
    node_id: nodeId('CR', run.id),
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: `${pageUrl(state, repository)}/runs/${run.id}`,
    details_url: run.detailsUrl ?? `${state.origin}/apps/${state.app.slug}`,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt.toISOString(),
    completed_at: run.completedAt?.toISOString() ?? null,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suite.id },
    app: showApp(state),
    pull_requests: showPullsOfHead(state, repository, run.headSha),
  };
}

export function showAnnotation(blob: string, annotation: Annotation): Json {
  return {
    path: annotation.path,
    blob_href: `${blob}/${annotation.path}`,
    start_line: annotation.start_line,
    end_line: annotation.end_line,
    start_column: annotation.start_column ?? null,
    end_column: annotation.end_column ?? null,
    annotation_level: annotation.annotation_level,
    title: annotation.title ?? null,
    message: annotation.message,
    raw_details: annotation.raw_details ?? null,
  };
}

export function suiteVerdict(runs: readonly CheckRun[]): { status: string; conclusion: string | null } {
  if (runs.length === 0) return { status: 'queued', conclusion: null };
  if (runs.some((run) => run.status !== 'completed')) return { status: 'in_progress', conclusion: null };
  const conclusions = runs.map((run) => run.conclusion ?? 'neutral');
  return { status: 'completed', conclusion: RANK.find((name) => conclusions.includes(name)) ?? 'neutral' };
}

export function showSuiteCommit(suite: CheckSuite): Json {
  const person = { name: 'A person', email: 'person@users.noreply.github.com' };
  return {
    id: suite.headSha,
    tree_id: suite.headSha,
    message: '',
    timestamp: suite.createdAt.toISOString(),
    author: person,
    committer: person,
  };
}

export function showSuite(state: State, repository: Repository, suite: CheckSuite): Record<string, Json> {
  const url = `${repositoryUrl(state, repository)}/check-suites/${suite.id}`;
  const runs = [...repository.runs.values()].filter((run) => run.suite === suite);
  return {
    id: suite.id,
    node_id: nodeId('CS', suite.id),
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    ...suiteVerdict(runs),
    url,
    before: null,
    after: suite.headSha,
    pull_requests: showPullsOfHead(state, repository, suite.headSha),
    app: showApp(state),
    repository: showRepository(state, repository),
    created_at: suite.createdAt.toISOString(),
    updated_at: suite.createdAt.toISOString(),
    head_commit: showSuiteCommit(suite),
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
  };
}
