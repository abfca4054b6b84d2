/** Everything the stand-in remembers: accounts, repositories, pull requests, comments, checks, tokens, deliveries. */
import type { KeyObject } from 'node:crypto';

export type Permissions = Readonly<Record<string, 'read' | 'write' | 'admin'>>;
export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read';
export type CheckStatus = 'queued' | 'in_progress' | 'completed';

export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Organization' | 'Bot';
}

export interface Reaction {
  readonly id: number;
  readonly user: Account;
  readonly content: string;
  readonly createdAt: Date;
}

export interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly author: Account;
  readonly byApp: boolean;
  readonly createdAt: Date;
  readonly reactions: Reaction[];
  updatedAt: Date;
  body: string;
  /** The classifier given to `minimizeComment`, when a person or App hid the comment. */
  minimized?: string;
}

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number | undefined;
  readonly end_column?: number | undefined;
  readonly annotation_level: 'notice' | 'warning' | 'failure';
  readonly message: string;
  readonly title?: string | undefined;
  readonly raw_details?: string | undefined;
}

export interface CheckAction {
  readonly label: string;
  readonly description: string;
  readonly identifier: string;
}

export interface CheckSuite {
  readonly id: number;
  readonly headSha: string;
  readonly headBranch: string | null;
  readonly createdAt: Date;
}

export interface CheckRun {
  readonly id: number;
  readonly suite: CheckSuite;
  readonly headSha: string;
  readonly annotations: Annotation[];
  name: string;
  status: CheckStatus;
  conclusion: string | null;
  startedAt: Date;
  completedAt: Date | null;
  externalId: string;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  actions: readonly CheckAction[];
}

export interface Review {
  readonly id: number;
  readonly author: Account;
  readonly state: string;
  readonly body: string;
  readonly commit: string;
  readonly submittedAt: Date;
}

export interface PullRequest {
  readonly id: number;
  readonly number: number;
  readonly author: Account;
  readonly createdAt: Date;
  readonly reviews: Review[];
  updatedAt: Date;
  title: string;
  body: string | null;
  draft: boolean;
  state: 'open' | 'closed';
  closedAt: Date | null;
  mergedAt: Date | null;
  /** `sha` is the base tip when the head was last pushed: it grows older than the branch. */
  base: { ref: string; sha: string };
  /** `repository` is null once the fork was deleted; its owner is still shown in the label. */
  head: { ref: string; sha: string; repository: Repository | null; readonly owner: Account };
  mergeable: boolean | null;
  mergeCommit: string | null;
  size: {
    readonly commits: number;
    readonly files: number;
    readonly additions: number;
    readonly deletions: number;
  };
}

export interface Repository {
  readonly id: number;
  readonly owner: Account;
  readonly name: string;
  readonly private: boolean;
  readonly defaultBranch: string;
  /** The bare repository on disk. */
  readonly directory: string;
  readonly createdAt: Date;
  readonly isFork: boolean;
  readonly roles: Map<string, Role>;
  readonly pulls: Map<number, PullRequest>;
  readonly comments: Map<number, Comment>;
  readonly suites: CheckSuite[];
  readonly runs: Map<number, CheckRun>;
}

export interface Installation {
  readonly id: number;
  readonly account: Account;
  readonly createdAt: Date;
  permissions: Permissions;
  events: readonly string[];
  /** `all`, or full names. */
  repositories: 'all' | readonly string[];
  suspendedAt: Date | null;
}

export interface InstallationToken {
  readonly value: string;
  readonly installation: Installation;
  readonly permissions: Permissions;
  readonly repositories: 'all' | readonly string[];
  readonly expiresAt: Date;
}

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly clientId: string;
  readonly owner: Account;
  readonly bot: Account;
  readonly publicKey: KeyObject;
  readonly createdAt: Date;
}

export interface State {
  readonly app: App;
  readonly accounts: Map<string, Account>;
  readonly repositories: Map<string, Repository>;
  readonly installations: Map<number, Installation>;
  readonly tokens: Map<string, InstallationToken>;
  /** `org/team` -> login -> membership. */
  readonly teams: Map<string, Map<string, 'active' | 'pending'>>;
  readonly now: () => Date;
  readonly nextId: () => number;
  /** `http://127.0.0.1:port`, known once the server listens. */
  origin: string;
}

export function fullName(repository: Repository): string {
  return `${repository.owner.login}/${repository.name}`;
}

export function findRepository(state: State, owner: string, name: string): Repository | undefined {
  return state.repositories.get(`${owner}/${name}`.toLowerCase());
}

/** The account with this login; GitHub has it before anyone asks, so it is made on first mention. */
export function accountOf(state: State, login: string, type: Account['type'] = 'User'): Account {
  const known = state.accounts.get(login.toLowerCase());
  if (known) return known;
  const account = { id: state.nextId(), login, type };
  state.accounts.set(login.toLowerCase(), account);
  return account;
}
