/** Check runs and suites. */
import { created, invalidRequest, notFound, ok, refused, type Answer } from '../answer.ts';
import type { RepositoryCall, RepositoryOperation } from '../call.ts';
import { changeCheckRun, newCheckRun } from '../check-run.ts';
import { commitOf } from '../git.ts';
import type { Json } from '../json.ts';
import { checkRunProblem } from '../limits.ts';
import { showAnnotation, showCheckRun, showSuite } from '../show/check.ts';
import { pageUrl } from '../show/repository.ts';
import type { CheckRun, CheckSuite, Permissions } from '../state.ts';
import { suiteFor } from '../suites.ts';

const READ: readonly Permissions[] = [{ checks: 'read' }];
const WRITE: readonly Permissions[] = [{ checks: 'write' }];

function runOf(call: RepositoryCall): CheckRun | undefined {
  return call.repository.runs.get(Number(call.path['check_run_id']));
}

function suiteOf(call: RepositoryCall): CheckSuite | undefined {
  return call.repository.suites.find((suite) => suite.id === Number(call.path['check_suite_id']));
}

async function create(call: RepositoryCall): Promise<Answer> {
  const { state, repository, body } = call;
  const problem = checkRunProblem(body);
  if (problem) return invalidRequest(problem);
  const sha = String(body['head_sha']);
  if ((await commitOf(repository.directory, sha)) !== sha)
    return refused(422, `No commit found for SHA: ${sha}`);
  const run = newCheckRun(state, suiteFor(state, repository, sha));
  changeCheckRun(run, body, state.now());
  repository.runs.set(run.id, run);
  call.announce.checkRun(run.status === 'completed' ? 'completed' : 'created', repository, run);
  return created(showCheckRun(state, repository, run));
}

function update(call: RepositoryCall): Answer {
  const { state, repository, body } = call;
  const run = runOf(call);
  if (!run) return notFound();
  const before = run.status;
  const problem = checkRunProblem(body, before);
  if (problem) return invalidRequest(problem);
  changeCheckRun(run, body, state.now());
  if (before !== 'completed' && run.status === 'completed')
    call.announce.checkRun('completed', repository, run);
  return ok(showCheckRun(state, repository, run));
}

function get(call: RepositoryCall): Answer {
  const run = runOf(call);
  return run ? ok(showCheckRun(call.state, call.repository, run)) : notFound();
}

function annotations(call: RepositoryCall): Answer {
  const run = runOf(call);
  if (!run) return notFound();
  const blob = `${pageUrl(call.state, call.repository)}/blob/${run.headSha}`;
  return { status: 200, list: run.annotations.map((annotation) => showAnnotation(blob, annotation)) };
}

/** Newest first; `latest`, the default, keeps one run a name. */
function selected(call: RepositoryCall, runs: readonly CheckRun[]): readonly CheckRun[] {
  const { check_name: name, status, filter } = call.query;
  const newest = runs
    .toReversed()
    .filter((run) => name === undefined || run.name === name)
    .filter((run) => status === undefined || run.status === status);
  if (filter === 'all') return newest;
  return newest.filter((run, at) => newest.findIndex((other) => other.name === run.name) === at);
}

function listed(call: RepositoryCall, runs: readonly CheckRun[]): Answer {
  const appId = call.query['app_id'];
  const mine = appId === undefined || Number(appId) === call.state.app.id ? runs : [];
  return {
    status: 200,
    list: selected(call, mine).map((run) => showCheckRun(call.state, call.repository, run)),
    envelope: (page, total) => ({ total_count: total, check_runs: page }),
  };
}

async function listForRef(call: RepositoryCall): Promise<Answer> {
  const sha = await commitOf(call.repository.directory, call.path['ref'] ?? '');
  if (!sha) return refused(422, `No commit found for SHA: ${call.path['ref'] ?? ''}`);
  return listed(
    call,
    [...call.repository.runs.values()].filter((run) => run.headSha === sha),
  );
}

function listForSuite(call: RepositoryCall): Answer {
  const suite = suiteOf(call);
  if (!suite) return notFound();
  return listed(
    call,
    [...call.repository.runs.values()].filter((run) => run.suite === suite),
  );
}

function getSuite(call: RepositoryCall): Answer {
  const suite = suiteOf(call);
  return suite ? ok(showSuite(call.state, call.repository, suite)) : notFound();
}

async function listSuites(call: RepositoryCall): Promise<Answer> {
  const { state, repository } = call;
  const sha = await commitOf(repository.directory, call.path['ref'] ?? '');
  const suites = repository.suites.filter((suite) => suite.headSha === sha);
  const envelope = (page: readonly Json[], total: number): Json => ({
    total_count: total,
    check_suites: page,
  });
  return { status: 200, list: suites.map((suite) => showSuite(state, repository, suite)), envelope };
}

export const CHECK_OPERATIONS: Readonly<Record<string, RepositoryOperation>> = {
  'checks/create': { needs: WRITE, run: create },
  'checks/update': { needs: WRITE, run: update },
  'checks/get': { needs: READ, run: get },
  'checks/list-annotations': { needs: READ, run: annotations },
  'checks/list-for-ref': { needs: READ, run: listForRef },
  'checks/list-for-suite': { needs: READ, run: listForSuite },
  'checks/get-suite': { needs: READ, run: getSuite },
  'checks/list-suites-for-ref': { needs: READ, run: listSuites },
};
