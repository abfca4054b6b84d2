/** The state together with who tells the App: what every action of a person needs. */
import { refreshPull } from './git-merge.ts';
import type { Scenes } from './scene.ts';
import { fullName, type Account, type Repository, type State } from './state.ts';
import { suiteFor } from './suites.ts';

export interface HeadMove {
  readonly branch: string;
  readonly before: string;
  readonly after: string;
  readonly sender: Account;
}

export class Stage {
  readonly state: State;
  readonly scenes: Scenes;

  constructor(state: State, scenes: Scenes) {
    this.state = state;
    this.scenes = scenes;
  }

  /** Every open pull request with this head branch, in whatever repository it is open. */
  async headMoved(head: Repository, move: HeadMove): Promise<void> {
    const { before, after, sender } = move;
    for (const repository of this.state.repositories.values()) {
      for (const pull of repository.pulls.values()) {
        if (pull.state !== 'open' || pull.head.repository !== head || pull.head.ref !== move.branch) continue;
        pull.head.sha = after;
        pull.updatedAt = this.state.now();
        await refreshPull(repository, pull);
        const happening = { repository, sender, action: 'synchronize', extra: { before, after } };
        await this.scenes.pullRequest(happening, pull);
      }
    }
    // GitHub sees pushes of this repository only: a fork's head gets no suite by itself.
    const suite = suiteFor(this.state, head, after);
    await this.scenes.suite({ repository: head, sender, action: 'requested' }, suite);
  }

  repositoryNamed(name: string): Repository {
    const found = [...this.state.repositories.values()].find((repository) => fullName(repository) === name);
    if (!found) throw new Error(`there is no repository ${name}`);
    return found;
  }
}
