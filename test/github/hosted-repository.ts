/** A repository as people use it: they push, open pull requests, and look at checks. */
import { rm } from 'node:fs/promises';
import { commit, type NewCommit } from './git-commits.ts';
import { commitOf, git, tryGit } from './git.ts';
import { refreshPull } from './git-merge.ts';
import { OpenedPullRequest, PERSON } from './opened-pull-request.ts';
import type { Stage } from './stage.ts';
import type { MergeGroup } from './show/events.ts';
import {
  accountOf,
  fullName,
  type Account,
  type CheckRun,
  type PullRequest,
  type Repository,
  type Role,
} from './state.ts';
import { suiteFor } from './suites.ts';

const NONE = '0'.repeat(40);

export interface NewPullRequest {
  readonly title: string;
  /** The branch of this repository, or of the fork. */
  readonly head: string;
  /** The default branch if not said. */
  readonly base?: string;
  readonly body?: string;
  /** The author's login. */
  readonly author?: string;
  readonly draft?: boolean;
  /** Where the head branch lives, when not here. */
  readonly fork?: HostedRepository;
}

export interface PersonPush extends NewCommit {
  /** The login of who pushes. */
  readonly by?: string;
}

export class HostedRepository {
  readonly repository: Repository;
  readonly #stage: Stage;

  constructor(stage: Stage, repository: Repository) {
    this.#stage = stage;
    this.repository = repository;
  }

  get fullName(): string {
    return fullName(this.repository);
  }

  get cloneUrl(): string {
    return `${this.#stage.state.origin}/${this.fullName}.git`;
  }

  /** The commit that a revision names; throws if it names none. */
  async tip(revision: string = this.repository.defaultBranch): Promise<string> {
    const sha = await commitOf(this.repository.directory, revision);
    if (!sha) throw new Error(`${revision} is no commit of ${this.fullName}`);
    return sha;
  }

  /** A commit that nobody is told of. */
  async commit(change: NewCommit): Promise<string> {
    return commit(this.repository.directory, change);
  }

  async createBranch(name: string, from: string = this.repository.defaultBranch): Promise<string> {
    const sha = await this.tip(from);
    await git(this.repository.directory, ['update-ref', `refs/heads/${name}`, sha]);
    return sha;
  }

  async createTag(name: string, from: string = this.repository.defaultBranch): Promise<void> {
    await git(this.repository.directory, ['update-ref', `refs/tags/${name}`, await this.tip(from)]);
  }

  /** A push with its webhooks: `push`, `pull_request.synchronize` for open pull requests of the branch, `check_suite.requested`. */
  async push(change: PersonPush): Promise<string> {
    const { repository } = this;
    const before = (await commitOf(repository.directory, `refs/heads/${change.branch}`)) ?? NONE;
    const after = await commit(repository.directory, { author: change.by ?? PERSON, ...change });
    const sender = accountOf(this.#stage.state, change.by ?? PERSON);
    const kept =
      before === NONE ||
      (await tryGit(repository.directory, ['merge-base', '--is-ancestor', before, after])).code === 0;
    const push = { ref: `refs/heads/${change.branch}`, before, after, forced: !kept };
    await this.#stage.scenes.push({ repository, sender }, push);
    await this.#stage.headMoved(repository, { branch: change.branch, before, after, sender });
    return after;
  }

  async openPullRequest(wanted: NewPullRequest): Promise<OpenedPullRequest> {
    const { state } = this.#stage;
    const head = wanted.fork?.repository ?? this.repository;
    const now = state.now();
    const pull: PullRequest = {
      id: state.nextId(),
      number: this.repository.pulls.size + 1,
      author: accountOf(state, wanted.author ?? PERSON),
      createdAt: now,
      updatedAt: now,
      reviews: [],
      title: wanted.title,
      body: wanted.body ?? null,
      draft: wanted.draft ?? false,
      state: 'open',
      closedAt: null,
      mergedAt: null,
      base: { ref: wanted.base ?? this.repository.defaultBranch, sha: '' },
      head: {
        ref: wanted.head,
        sha: await this.#headOf(head, wanted.head),
        repository: head,
        owner: head.owner,
      },
      mergeable: null,
      mergeCommit: null,
      size: { commits: 0, files: 0, additions: 0, deletions: 0 },
    };
    await refreshPull(this.repository, pull);
    this.repository.pulls.set(pull.number, pull);
    const opened = new OpenedPullRequest(this.#stage, this.repository, pull);
    await this.#stage.scenes.pullRequest(
      { repository: this.repository, sender: pull.author, action: 'opened' },
      pull,
    );
    return opened;
  }

  pullRequest(number: number): OpenedPullRequest {
    const pull = this.repository.pulls.get(number);
    if (!pull) throw new Error(`${this.fullName} has no pull request ${number}`);
    return new OpenedPullRequest(this.#stage, this.repository, pull);
  }

  /** Every run on the commit, oldest first. */
  checkRuns(sha: string): readonly CheckRun[] {
    return [...this.repository.runs.values()].filter((run) => run.headSha === sha);
  }

  /** A person presses "Re-run" beside a check. */
  async rerequest(run: CheckRun, by: string = PERSON): Promise<void> {
    const sender = accountOf(this.#stage.state, by);
    await this.#stage.scenes.checkRun({ repository: this.repository, sender, action: 'rerequested' }, run);
  }

  /** A person presses one of the buttons that the check offers. */
  async requestAction(run: CheckRun, identifier: string, by: string = PERSON): Promise<void> {
    const sender = accountOf(this.#stage.state, by);
    const extra = { requested_action: { identifier } };
    await this.#stage.scenes.checkRun(
      { repository: this.repository, sender, action: 'requested_action', extra },
      run,
    );
  }

  async requestSuite(sha: string, action: 'requested' | 'rerequested' = 'rerequested'): Promise<void> {
    const { repository } = this;
    const sender = accountOf(this.#stage.state, PERSON);
    await this.#stage.scenes.suite(
      { repository, sender, action },
      suiteFor(this.#stage.state, repository, sha),
    );
  }

  /** The merge queue asks for checks on a group: its head becomes a branch of this repository. */
  async requestMergeGroup(pull: PullRequest): Promise<MergeGroup> {
    const { repository } = this;
    const baseSha = await this.tip(pull.base.ref);
    const headSha = pull.mergeCommit ?? pull.head.sha;
    const name = `gh-readonly-queue/${pull.base.ref}/pr-${pull.number}-${pull.head.sha}`;
    await git(repository.directory, ['update-ref', `refs/heads/${name}`, headSha]);
    const group = { headSha, headRef: `refs/heads/${name}`, baseSha, baseRef: `refs/heads/${pull.base.ref}` };
    await this.#stage.scenes.mergeGroup(
      { repository, sender: pull.author, action: 'checks_requested' },
      group,
    );
    return group;
  }

  /** The group is merged, or given up: its branch goes away. */
  async destroyMergeGroup(group: MergeGroup, reason: 'merged' | 'invalidated' | 'dequeued'): Promise<void> {
    const { repository } = this;
    await git(repository.directory, ['update-ref', '-d', group.headRef]);
    const sender = accountOf(this.#stage.state, PERSON);
    await this.#stage.scenes.mergeGroup(
      { repository, sender, action: 'destroyed', extra: { reason } },
      group,
    );
  }

  setRole(login: string, role: Role | null): void {
    if (role) this.repository.roles.set(login.toLowerCase(), role);
    else this.repository.roles.delete(login.toLowerCase());
  }

  /** The repository is gone; pull requests from it stay, with `head.repo` null. */
  async delete(): Promise<void> {
    const { state } = this.#stage;
    state.repositories.delete(this.fullName.toLowerCase());
    for (const other of state.repositories.values()) {
      for (const pull of other.pulls.values())
        if (pull.head.repository === this.repository) pull.head.repository = null;
    }
    await rm(this.repository.directory, { recursive: true, force: true });
  }

  owner(): Account {
    return this.repository.owner;
  }

  async #headOf(repository: Repository, branch: string): Promise<string> {
    const sha = await commitOf(repository.directory, `refs/heads/${branch}`);
    if (!sha) throw new Error(`${branch} is no branch of ${fullName(repository)}`);
    return sha;
  }
}
