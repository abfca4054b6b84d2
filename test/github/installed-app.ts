/** The App's installation as its account's owner uses it: install, choose repositories, suspend, uninstall. */
import { canSee } from './access.ts';
import type { InstallationHappening } from './scene.ts';
import type { Stage } from './stage.ts';
import { accountOf, type Installation, type Repository } from './state.ts';

type What = Pick<InstallationHappening, 'event' | 'action' | 'key' | 'extra'>;

export class InstalledApp {
  readonly installation: Installation;
  readonly #stage: Stage;

  constructor(stage: Stage, installation: Installation) {
    this.#stage = stage;
    this.installation = installation;
  }

  repositories(): readonly Repository[] {
    return [...this.#stage.state.repositories.values()].filter((entry) => canSee(this.installation, entry));
  }

  /** Tells the App of an installation that is there already: `createRepository` makes it silently. */
  async announce(): Promise<void> {
    await this.#happened(
      { event: 'installation', action: 'created', key: 'repositories' },
      this.repositories(),
    );
  }

  async choose(names: readonly string[]): Promise<void> {
    const before = this.repositories();
    this.installation.repositories = names;
    const after = this.repositories();
    await this.#changed(
      'added',
      after.filter((repository) => !before.includes(repository)),
    );
    await this.#changed(
      'removed',
      before.filter((repository) => !after.includes(repository)),
    );
  }

  async suspend(): Promise<void> {
    const seen = this.repositories();
    this.installation.suspendedAt = this.#stage.state.now();
    await this.#happened({ event: 'installation', action: 'suspend', key: 'repositories' }, seen);
  }

  async unsuspend(): Promise<void> {
    this.installation.suspendedAt = null;
    await this.#happened(
      { event: 'installation', action: 'unsuspend', key: 'repositories' },
      this.repositories(),
    );
  }

  /** Its tokens die with it. */
  async uninstall(): Promise<void> {
    const { state } = this.#stage;
    const seen = this.repositories();
    state.installations.delete(this.installation.id);
    for (const token of state.tokens.values())
      if (token.installation === this.installation) state.tokens.delete(token.value);
    await this.#happened({ event: 'installation', action: 'deleted', key: 'repositories' }, seen);
  }

  async #changed(action: 'added' | 'removed', repositories: readonly Repository[]): Promise<void> {
    if (repositories.length === 0) return;
    const key = `repositories_${action}` as const;
    const other = action === 'added' ? 'repositories_removed' : 'repositories_added';
    const extra = { [other]: [], repository_selection: 'selected', requester: null };
    await this.#happened({ event: 'installation_repositories', action, key, extra }, repositories);
  }

  async #happened(what: What, repositories: readonly Repository[]): Promise<void> {
    const sender = accountOf(this.#stage.state, 'octo-owner');
    await this.#stage.scenes.installation({ ...what, installation: this.installation, sender }, repositories);
  }
}
