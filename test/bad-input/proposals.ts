/** The App between a stand-in for GitHub and clusters of which one is right and each other is wrong in one way. */
import assert from 'node:assert/strict';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity } from '../bed/identity.ts';
import { appOf } from '../doors/app-of.ts';
import { endings, type Endings } from '../doors/endings.ts';
import type { Content } from '../github/git-commits.ts';
import type { GitHub } from '../github/github.ts';
import type { HostedRepository } from '../github/hosted-repository.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { startGitHub } from '../github/start-github.ts';
import { bodiesOf, concluded } from '../stories/reviewed.ts';
import { accountBesides, kubeconfigToNowhere, revoke } from './accounts.ts';
import { seedBad } from './cluster.ts';
import { assertMannered } from './manners.ts';

type Files = Readonly<Record<string, Content>>;

export interface Seen {
  readonly repository: HostedRepository;
  readonly pull: OpenedPullRequest;
  readonly conclusion: string | null;
  readonly title: string;
  /** Of comment and check together. */
  readonly said: string;
}

/** A repository whose name begins with `on-<cluster>` may use that cluster. */
export interface Proposals {
  readonly github: GitHub;
  propose(name: string, base: Files, head: Files): Promise<Seen>;
  /** Waits until so many checks of the head have concluded. */
  look(repository: HostedRepository, pull: OpenedPullRequest, runs?: number): Promise<Seen>;
  /** Proves that nothing was written, and that all that was said has manners. */
  end(): Promise<void>;
}

/** Nothing is left running when it throws. */
export async function startProposals(): Promise<Proposals> {
  const started = endings();
  try {
    return await proposalsOf(started);
  } catch (error) {
    await started.run();
    throw error;
  }
}

async function proposalsOf(started: Endings): Promise<Proposals> {
  const bed = await startControlPlane();
  started.add(bed.stop);
  const github = await startGitHub();
  started.add(github.stop);
  const identity = await addIdentity(bed, 'none');
  started.add(() => identity.cluster.close());
  await seedBad(bed);
  const operator = operatorOf(await reachesOf(bed, identity.kubeconfig));
  const app = await appOf({ github, folder: bed.folder, operator });
  started.add(app.stop);
  /** Of every comment and check that was looked at. */
  const bodiesEver: string[] = [];

  async function look(repository: HostedRepository, pull: OpenedPullRequest, runs = 1): Promise<Seen> {
    const check = (await concluded(pull, runs)).at(-1);
    assert.ok(check);
    const { conclusion, title, summary, text, annotations } = check;
    const said = [title, summary, text, JSON.stringify(annotations), ...bodiesOf(pull)].join('\n');
    bodiesEver.push(said);
    return { repository, pull, conclusion, title: title ?? '', said };
  }

  return {
    github,
    look,
    async propose(name, base, head) {
      const repository = await github.createRepository({ name, files: { 'README.md': 'Words.\n', ...base } });
      await repository.commit({ branch: 'change', files: head });
      return look(repository, await repository.openPullRequest({ title: 'Change', head: 'change' }));
    },
    async end() {
      started.add(() => proveNothingWritten(bed));
      await started.run();
      assertMannered(bodiesEver.join('\n'));
    },
  };
}

type Reaches = Readonly<Record<string, string>>;

async function reachesOf(bed: ControlPlane, good: string): Promise<Reaches> {
  const reaches = {
    good,
    gone: await kubeconfigToNowhere(bed),
    expired: await accountBesides(bed, 'expired'),
    unguarded: await accountBesides(bed, 'unguarded'),
    loud: await accountBesides(bed, 'loud'),
  };
  await revoke(bed, 'expired');
  return reaches;
}

function operatorOf(reaches: Reaches): object {
  const names = Object.keys(reaches);
  return {
    clusters: Object.entries(reaches).map(([name, kubeconfig]) => ({
      name,
      reach: { kubeconfig },
      allowUnguarded: name === 'loud',
    })),
    repositories: [
      { match: '*/*', clusters: [] },
      ...names.map((name) => ({
        match: `*/on-${name}*`,
        clusters: [name],
        namespaces: ['shop'],
        branches: ['release-*'],
      })),
    ],
  };
}
