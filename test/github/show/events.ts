/** What happened -> the payload of GitHub's webhook for it. */
import type { Json } from '../json.ts';
import type {
  CheckRun,
  CheckSuite,
  Comment,
  Installation,
  PullRequest,
  Repository,
  State,
} from '../state.ts';
import { showApp, showInstallation } from './app.ts';
import { showAccount } from './account.ts';
import { showCheckRun, showSuite } from './check.ts';
import { showComment, showReactions } from './comment.ts';
import { showPull } from './pull-request.ts';
import { pageUrl, repositoryUrl, showRepository } from './repository.ts';
import { nodeId } from './urls.ts';
import type { Account } from '../state.ts';

export interface Scene {
  readonly state: State;
  readonly repository: Repository;
  readonly installation: Installation;
  readonly sender: Account;
}

type Payload = Record<string, Json>;

function common({ state, repository, installation, sender }: Scene): Payload {
  return {
    repository: showRepository(state, repository),
    sender: showAccount(state, sender),
    installation: { id: installation.id, node_id: nodeId('I', installation.id) },
  };
}

export function pullRequestPayload(scene: Scene, pull: PullRequest, extra: Payload): Payload {
  const pullRequest = showPull(scene.state, scene.repository, pull);
  return { number: pull.number, pull_request: pullRequest, ...common(scene), ...extra };
}

/** The issue half of a pull request: comments belong to it. It has no head SHA. */
function showIssue(scene: Scene, pull: PullRequest): Payload {
  const { state, repository } = scene;
  const url = `${repositoryUrl(state, repository)}/issues/${pull.number}`;
  const html = `${pageUrl(state, repository)}/pull/${pull.number}`;
  const shown = showPull(state, repository, pull);
  const kept = [
    'title',
    'user',
    'labels',
    'state',
    'locked',
    'assignee',
    'assignees',
    'milestone',
    'comments',
  ];
  const same = [
    ...kept,
    'created_at',
    'updated_at',
    'closed_at',
    'author_association',
    'active_lock_reason',
    'body',
  ];
  return {
    ...Object.fromEntries([...same, 'draft', 'number'].map((name) => [name, shown[name] ?? null])),
    id: pull.id,
    node_id: nodeId('PR', pull.id),
    url,
    html_url: html,
    repository_url: repositoryUrl(state, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: null,
    reactions: showReactions(url, []),
    pull_request: {
      url: `${repositoryUrl(state, repository)}/pulls/${pull.number}`,
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      merged_at: pull.mergedAt?.toISOString() ?? null,
    },
  };
}

export function commentPayload(
  scene: Scene,
  subject: readonly [PullRequest, Comment],
  extra: Payload,
): Payload {
  const [pull, comment] = subject;
  const shown = showComment(scene.state, scene.repository, comment);
  return { issue: showIssue(scene, pull), comment: shown, ...common(scene), ...extra };
}

export function checkRunPayload(scene: Scene, run: CheckRun, extra: Payload): Payload {
  const { state, repository } = scene;
  const { repository: _, head_commit: __, ...suite } = showSuite(state, repository, run.suite);
  return {
    check_run: { ...showCheckRun(state, repository, run), check_suite: suite },
    ...common(scene),
    ...extra,
  };
}

export function checkSuitePayload(scene: Scene, suite: CheckSuite, extra: Payload): Payload {
  const { repository: _, ...shown } = showSuite(scene.state, scene.repository, suite);
  const app = showApp(scene.state);
  // The published schema of suites has an older list of events than that of Apps.
  const events = scene.installation.events.filter((event) => event !== 'merge_group');
  return { check_suite: { ...shown, app: { ...app, events } }, ...common(scene), ...extra };
}

export interface Push {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  readonly forced: boolean;
}

const NONE = '0'.repeat(40);

export function pushPayload(scene: Scene, push: Push): Payload {
  const { state, repository, sender } = scene;
  const url = pageUrl(state, repository);
  const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
  const owner = { ...showAccount(state, repository.owner), name: repository.owner.login };
  return {
    ...common(scene),
    repository: {
      ...showRepository(state, repository),
      owner,
      created_at: seconds(repository.createdAt),
      pushed_at: seconds(state.now()),
      stargazers: 0,
      master_branch: repository.defaultBranch,
      url,
    },
    ref: push.ref,
    before: push.before,
    after: push.after,
    created: push.before === NONE,
    deleted: push.after === NONE,
    forced: push.forced,
    base_ref: null,
    compare: `${url}/compare/${push.before.slice(0, 12)}...${push.after.slice(0, 12)}`,
    commits: [],
    head_commit: null,
    pusher: { name: sender.login, email: `${sender.login}@users.noreply.github.com` },
  };
}

export interface MergeGroup {
  readonly headSha: string;
  readonly headRef: string;
  readonly baseSha: string;
  readonly baseRef: string;
}

export function mergeGroupPayload(scene: Scene, group: MergeGroup, extra: Payload): Payload {
  const person = { name: 'GitHub', email: 'noreply@github.com' };
  return {
    merge_group: {
      head_sha: group.headSha,
      head_ref: group.headRef,
      base_sha: group.baseSha,
      base_ref: group.baseRef,
      head_commit: {
        id: group.headSha,
        tree_id: group.headSha,
        message: 'Merge pull request',
        timestamp: scene.state.now().toISOString(),
        author: person,
        committer: person,
      },
    },
    ...common(scene),
    ...extra,
  };
}

/** Its repositories are named in few words: the App asks the API for more. */
export function installationPayload(scene: Omit<Scene, 'repository'>, named: Payload): Payload {
  const { state, installation, sender } = scene;
  return {
    installation: showInstallation(state, installation),
    sender: showAccount(state, sender),
    ...named,
  };
}

export function namedRepository(repository: Repository): Payload {
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: `${repository.owner.login}/${repository.name}`,
    private: repository.private,
  };
}
