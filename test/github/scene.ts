/** A thing that happened in a repository -> the webhooks that GitHub sends for it. */
import type { Announcer } from './call.ts';
import { canSee } from './access.ts';
import type { Json } from './json.ts';
import * as payloads from './show/events.ts';
import type {
  Account,
  CheckRun,
  CheckSuite,
  Comment,
  Installation,
  PullRequest,
  Repository,
  State,
} from './state.ts';
import type { WebhookEvent, Webhooks } from './webhooks.ts';

type Extra = Record<string, Json>;

/** One happening: where, by whom, and what the payload adds. */
export interface Happening {
  readonly repository: Repository;
  readonly sender: Account;
  readonly action: string;
  readonly extra?: Extra;
}

export interface InstallationHappening {
  readonly event: 'installation' | 'installation_repositories';
  readonly action: string;
  readonly installation: Installation;
  readonly sender: Account;
  readonly key: 'repositories' | 'repositories_added' | 'repositories_removed';
  readonly extra?: Extra;
}

export class Scenes {
  readonly #state: State;
  readonly #webhooks: Webhooks;

  constructor(state: State, webhooks: Webhooks) {
    this.#state = state;
    this.#webhooks = webhooks;
  }

  async pullRequest(happening: Happening, pull: PullRequest): Promise<void> {
    await this.#send('pull_request', happening, (scene, extra) =>
      payloads.pullRequestPayload(scene, pull, extra),
    );
  }

  async comment(happening: Happening, comment: Comment): Promise<void> {
    const event = this.#commentEvent(happening, comment);
    if (event) await this.#webhooks.send(event);
  }

  async checkRun(happening: Happening, run: CheckRun): Promise<void> {
    await this.#send('check_run', happening, (scene, extra) => payloads.checkRunPayload(scene, run, extra));
  }

  async suite(happening: Happening, suite: CheckSuite): Promise<void> {
    await this.#send('check_suite', happening, (scene, extra) =>
      payloads.checkSuitePayload(scene, suite, extra),
    );
  }

  async push(happening: Omit<Happening, 'action'>, push: payloads.Push): Promise<void> {
    const event = this.#event('push', { ...happening, action: '' }, (scene) =>
      payloads.pushPayload(scene, push),
    );
    if (event) await this.#webhooks.send({ ...event, action: null });
  }

  async mergeGroup(happening: Happening, group: payloads.MergeGroup): Promise<void> {
    await this.#send('merge_group', happening, (scene, extra) =>
      payloads.mergeGroupPayload(scene, group, extra),
    );
  }

  /** `repositories` are named in the payload under `key`. */
  async installation(happening: InstallationHappening, repositories: readonly Repository[]): Promise<void> {
    const { event, action, installation, sender, key } = happening;
    const named = { action, [key]: repositories.map(payloads.namedRepository), ...happening.extra };
    const payload = payloads.installationPayload({ state: this.#state, installation, sender }, named);
    await this.#webhooks.send({ event, action, installation, repository: null, payload });
  }

  /** For what the App itself does through the API: nobody waits for these deliveries. */
  announcer(): Announcer {
    const sender = this.#state.app.bot;
    const start = (event: WebhookEvent | undefined): void => {
      if (event) this.#webhooks.start(event);
    };
    return {
      comment: (action, repository, comment) => {
        const extra: Extra = action === 'edited' ? { changes: { body: { from: '' } } } : {};
        start(this.#commentEvent({ action, repository, sender, extra }, comment));
      },
      checkRun: (action, repository, run) => {
        const build = (scene: payloads.Scene, extra: Extra): Extra =>
          payloads.checkRunPayload(scene, run, extra);
        start(this.#event('check_run', { action, repository, sender }, build));
      },
    };
  }

  #commentEvent(happening: Happening, comment: Comment): WebhookEvent | undefined {
    const pull = happening.repository.pulls.get(comment.issue);
    if (!pull) return undefined;
    return this.#event('issue_comment', happening, (scene, extra) =>
      payloads.commentPayload(scene, [pull, comment], extra),
    );
  }

  async #send(
    event: string,
    happening: Happening,
    build: (scene: payloads.Scene, extra: Extra) => Extra,
  ): Promise<void> {
    const made = this.#event(event, happening, build);
    if (made) await this.#webhooks.send(made);
  }

  #event(
    event: string,
    happening: Happening,
    build: (scene: payloads.Scene, extra: Extra) => Extra,
  ): WebhookEvent | undefined {
    const { repository, sender, action, extra = {} } = happening;
    const installation = [...this.#state.installations.values()].find((entry) => canSee(entry, repository));
    if (!installation) return undefined;
    const named = action === '' ? extra : { action, ...extra };
    const payload = build({ state: this.#state, repository, installation, sender }, named);
    return { event, action: action === '' ? null : action, installation, repository, payload };
  }
}
