/** A pull request as people use it: they push to it, talk, review, close and merge it, and read what the App wrote. */
import { git } from './git.ts';
import { refreshPull } from './git-merge.ts';
import type { Json } from './json.ts';
import { mentionsIn } from './page/mentions.ts';
import type { Stage } from './stage.ts';
import {
  accountOf,
  type Account,
  type Annotation,
  type CheckRun,
  type Comment,
  type PullRequest,
  type Repository,
  type Review,
} from './state.ts';

/** Who acts where no login is given. */
export const PERSON = 'octo-person';

export class OpenedPullRequest {
  readonly pull: PullRequest;
  readonly repository: Repository;
  readonly #stage: Stage;

  constructor(stage: Stage, repository: Repository, pull: PullRequest) {
    this.#stage = stage;
    this.repository = repository;
    this.pull = pull;
  }

  get number(): number {
    return this.pull.number;
  }

  get headSha(): string {
    return this.pull.head.sha;
  }

  /** The page where a person looks at it. */
  get url(): string {
    return `${this.#stage.state.origin}/${this.repository.owner.login}/${this.repository.name}/pull/${this.number}`;
  }

  /** Oldest first. */
  comments(): readonly Comment[] {
    return [...this.repository.comments.values()].filter((comment) => comment.issue === this.number);
  }

  /** The people and teams that the App's comments have called. */
  calledByApp(): readonly string[] {
    const own = this.comments().filter((comment) => comment.byApp);
    return [...new Set(own.flatMap((comment) => mentionsIn(comment.body)))];
  }

  /** Every run on the current head, oldest first. */
  checkRuns(): readonly CheckRun[] {
    return [...this.repository.runs.values()].filter((run) => run.headSha === this.headSha);
  }

  /** Those of the newest run of this name on the current head. */
  annotations(name: string): readonly Annotation[] {
    return this.checkRuns().findLast((run) => run.name === name)?.annotations ?? [];
  }

  async comment(body: string, by: string = PERSON): Promise<Comment> {
    const { state } = this.#stage;
    const now = state.now();
    const author = accountOf(state, by);
    const id = state.nextId();
    const comment = {
      id,
      issue: this.number,
      author,
      byApp: false,
      createdAt: now,
      updatedAt: now,
      reactions: [],
      body,
    };
    this.repository.comments.set(comment.id, comment);
    await this.#commented(comment, { action: 'created', sender: author });
    return comment;
  }

  /** Anyone with write access may edit anyone's comment, the App's too. */
  async editComment(comment: Comment, body: string, by: string = PERSON): Promise<void> {
    const before = comment.body;
    comment.body = body;
    comment.updatedAt = this.#stage.state.now();
    const extra = { changes: { body: { from: before } } };
    await this.#commented(comment, { action: 'edited', sender: accountOf(this.#stage.state, by), extra });
  }

  async deleteComment(comment: Comment, by: string = PERSON): Promise<void> {
    this.repository.comments.delete(comment.id);
    await this.#commented(comment, { action: 'deleted', sender: accountOf(this.#stage.state, by) });
  }

  review(state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED', by: string = PERSON): Review {
    const review: Review = {
      id: this.#stage.state.nextId(),
      author: accountOf(this.#stage.state, by),
      state,
      body: '',
      commit: this.headSha,
      submittedAt: this.#stage.state.now(),
    };
    this.pull.reviews.push(review);
    return review;
  }

  async changeBase(ref: string, by: string = PERSON): Promise<void> {
    const from = { ref: { from: this.pull.base.ref }, sha: { from: this.pull.base.sha } };
    this.pull.base.ref = ref;
    await refreshPull(this.repository, this.pull);
    await this.#happened('edited', by, { changes: { base: from } });
  }

  async rename(title: string, by: string = PERSON): Promise<void> {
    const from = this.pull.title;
    this.pull.title = title;
    await this.#happened('edited', by, { changes: { title: { from } } });
  }

  async setDraft(draft: boolean, by: string = PERSON): Promise<void> {
    this.pull.draft = draft;
    await this.#happened(draft ? 'converted_to_draft' : 'ready_for_review', by);
  }

  async close(by: string = PERSON): Promise<void> {
    this.pull.state = 'closed';
    this.pull.closedAt = this.#stage.state.now();
    await this.#happened('closed', by);
  }

  async reopen(by: string = PERSON): Promise<void> {
    this.pull.state = 'open';
    this.pull.closedAt = null;
    await this.#happened('reopened', by);
  }

  /** A merge commit of base tip and head, made now; throws on a conflict. */
  async merge(by: string = PERSON): Promise<string> {
    const { state, scenes } = this.#stage;
    const { pull, repository } = this;
    await refreshPull(repository, pull);
    const merged = pull.mergeCommit;
    if (!merged) throw new Error(`pull request ${pull.number} does not merge`);
    const ref = `refs/heads/${pull.base.ref}`;
    const before = await git(repository.directory, ['rev-parse', ref]);
    await git(repository.directory, ['update-ref', ref, merged]);
    pull.state = 'closed';
    pull.closedAt = state.now();
    pull.mergedAt = state.now();
    await this.#happened('closed', by);
    await scenes.push(
      { repository, sender: accountOf(state, by) },
      { ref, before, after: merged, forced: false },
    );
    return merged;
  }

  async #happened(action: string, by: string, extra: Record<string, Json> = {}): Promise<void> {
    this.pull.updatedAt = this.#stage.state.now();
    const { repository } = this;
    const sender = accountOf(this.#stage.state, by);
    await this.#stage.scenes.pullRequest({ repository, sender, action, extra }, this.pull);
  }

  async #commented(
    comment: Comment,
    what: { readonly action: string; readonly sender: Account; readonly extra?: Record<string, Json> },
  ): Promise<void> {
    await this.#stage.scenes.comment({ repository: this.repository, ...what }, comment);
  }
}
