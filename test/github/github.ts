/** The running stand-in, as tests and the demo hold it. */
import { join } from 'node:path';
import type { Failure, Failures, Matcher } from './failures.ts';
import { copyBare, createBare, type Content } from './git-commits.ts';
import { git } from './git.ts';
import { HostedRepository } from './hosted-repository.ts';
import { InstalledApp } from './installed-app.ts';
import type { Exchange, Journal } from './journal.ts';
import type { RestDoor } from './rest.ts';
import type { Stage } from './stage.ts';
import {
  accountOf,
  type Installation,
  type Permissions,
  type Repository,
  type Role,
  type State,
} from './state.ts';
import type { WebhookTarget, Webhooks } from './webhooks.ts';

export interface Parts {
  readonly state: State;
  readonly journal: Journal;
  readonly failures: Failures;
  readonly root: string;
  readonly door: RestDoor;
  readonly webhooks: Webhooks;
  readonly target: WebhookTarget;
  readonly stage: Stage;
  readonly privateKey: string;
}

export interface NewRepository {
  readonly owner?: string;
  readonly name: string;
  readonly private?: boolean;
  readonly defaultBranch?: string;
  /** The first commit of the default branch. */
  readonly files?: Readonly<Record<string, Content>>;
  /** A repository on disk to copy, instead of `files`. */
  readonly from?: string;
  readonly roles?: Readonly<Record<string, Role>>;
  /** False: the App is not installed on it. */
  readonly installed?: boolean;
}

/** Gives the default branch. */
async function createOnDisk(directory: string, wanted: NewRepository): Promise<string> {
  const named = wanted.defaultBranch ?? 'main';
  if (!wanted.from) {
    await createBare(directory, named);
    return named;
  }
  await copyBare(wanted.from, directory);
  return git(directory, ['symbolic-ref', '--short', 'HEAD']);
}

export const DEFAULT_PERMISSIONS: Permissions = {
  metadata: 'read',
  contents: 'read',
  pull_requests: 'write',
  issues: 'read',
  checks: 'write',
  merge_queues: 'read',
  members: 'read',
};

export const DEFAULT_EVENTS: readonly string[] = ['pull_request', 'issue_comment', 'push', 'merge_group'];

export class GitHub {
  readonly webhooks: Webhooks;
  readonly stop: () => Promise<void>;
  readonly #parts: Parts;

  constructor(parts: Parts, stop: () => Promise<void>) {
    this.#parts = parts;
    this.webhooks = parts.webhooks;
    this.stop = stop;
  }

  /** `http://127.0.0.1:port`: what `GHE_HOST` and `GHE_PROTOCOL` say. */
  get url(): string {
    return this.#parts.state.origin;
  }

  get apiUrl(): string {
    return `${this.url}/api/v3`;
  }

  /** What an App's operator has: id, key and webhook secret. */
  get app(): {
    readonly id: number;
    readonly privateKey: string;
    readonly webhookSecret: string;
    readonly bot: string;
  } {
    const { state, privateKey, target } = this.#parts;
    return { id: state.app.id, privateKey, webhookSecret: target.secret, bot: state.app.bot.login };
  }

  get state(): State {
    return this.#parts.state;
  }

  deliverTo(url: string): void {
    this.#parts.target.url = url;
  }

  async createRepository(wanted: NewRepository): Promise<HostedRepository> {
    const { state, root, stage } = this.#parts;
    const owner = accountOf(state, wanted.owner ?? state.app.owner.login, 'Organization');
    const directory = join(root, owner.login, `${wanted.name}.git`);
    const defaultBranch = await createOnDisk(directory, wanted);
    const repository: Repository = {
      id: state.nextId(),
      owner,
      name: wanted.name,
      private: wanted.private ?? true,
      defaultBranch,
      directory,
      createdAt: state.now(),
      isFork: false,
      roles: new Map(Object.entries(wanted.roles ?? {}).map(([login, role]) => [login.toLowerCase(), role])),
      pulls: new Map(),
      comments: new Map(),
      suites: [],
      runs: new Map(),
    };
    state.repositories.set(`${owner.login}/${wanted.name}`.toLowerCase(), repository);
    if (wanted.installed !== false) this.install(owner.login);
    const hosted = new HostedRepository(stage, repository);
    if (wanted.files) await hosted.commit({ branch: defaultBranch, files: wanted.files, message: 'Start' });
    return hosted;
  }

  /** By its full name; throws if it is not there. */
  repository(name: string): HostedRepository {
    return new HostedRepository(this.#parts.stage, this.#parts.stage.repositoryNamed(name));
  }

  /** A copy under another owner, where the App is not installed. */
  async fork(source: HostedRepository, owner: string): Promise<HostedRepository> {
    const { state, root, stage } = this.#parts;
    const account = accountOf(state, owner);
    const directory = join(root, owner, `${source.repository.name}.git`);
    await copyBare(source.repository.directory, directory);
    const repository: Repository = {
      ...source.repository,
      id: state.nextId(),
      owner: account,
      directory,
      isFork: true,
      roles: new Map(),
      pulls: new Map(),
      comments: new Map(),
      suites: [],
      runs: new Map(),
    };
    state.repositories.set(`${owner}/${repository.name}`.toLowerCase(), repository);
    return new HostedRepository(stage, repository);
  }

  /** The account's installation, made on first call with the given or the usual permissions. */
  install(owner: string, permissions: Permissions = DEFAULT_PERMISSIONS): Installation {
    const { state } = this.#parts;
    const account = accountOf(state, owner, 'Organization');
    const known = [...state.installations.values()].find((entry) => entry.account === account);
    if (known) return known;
    const installation: Installation = {
      id: state.nextId(),
      account,
      createdAt: state.now(),
      permissions,
      events: DEFAULT_EVENTS,
      repositories: 'all',
      suspendedAt: null,
    };
    state.installations.set(installation.id, installation);
    return installation;
  }

  /** The account's installation, for what its owner does with it. */
  installed(owner: string): InstalledApp {
    return new InstalledApp(this.#parts.stage, this.install(owner));
  }

  setTeam(organization: string, team: string, members: Readonly<Record<string, 'active' | 'pending'>>): void {
    const entries = Object.entries(members).map(([login, state]) => [login.toLowerCase(), state] as const);
    this.#parts.state.teams.set(`${organization}/${team}`.toLowerCase(), new Map(entries));
  }

  /** Webhook names in the contract, such as `pull-request-opened`. */
  get eventNames(): ReadonlySet<string> {
    return this.#parts.door.contract.events;
  }

  /** The next matching requests get this failure; gives a function that takes the order back. */
  failNext(matcher: Matcher, failure: Failure): () => void {
    return this.#parts.failures.order(matcher, failure);
  }

  /** Every token that is out now is refused from now on, as after an hour. */
  expireTokens(): void {
    this.#parts.state.tokens.clear();
  }

  /** One line a request or delivery. */
  log(): readonly string[] {
    return this.#parts.journal.log();
  }

  exchanges(): readonly Exchange[] {
    return this.#parts.journal.exchanges();
  }

  violations(): readonly string[] {
    return this.#parts.journal.violations();
  }

  takeViolations(): readonly string[] {
    return this.#parts.journal.takeViolations();
  }

  /** Throws with the list of violations and of ordered failures that nothing met. */
  assertClean(): void {
    const problems = [...this.violations(), ...this.#parts.failures.unused()];
    if (problems.length > 0) throw new Error(`GitHub would not have this:\n- ${problems.join('\n- ')}`);
  }
}
