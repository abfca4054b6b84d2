/** A pull request of the stand-in -> Proofline's review of it as the App makes it, and the predictions behind it. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { openAdapters, openOperatorCluster } from '../../src/adapters.ts';
import { createReviewer } from '../../src/app/reviewer.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { parseOperatorConfig } from '../../src/config/operator.ts';
import type { Comparison } from '../../src/diff/change.ts';
import { createMask } from '../../src/object/mask.ts';
import type { Review } from '../../src/report/review.ts';
import { openPulls } from '../../src/github/open-pulls.ts';
import type { Repository } from '../../src/github/repository.ts';
import type { Access } from '../../src/source/git.ts';
import { createMirrors } from '../../src/source/mirror.ts';
import { auditEnd } from '../bed/audit.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { addIdentity } from '../bed/identity.ts';
import { programEnvironment } from '../doors/programs.ts';
import { installationClient } from '../github/client.ts';
import type { GitHub } from '../github/github.ts';
import type { HostedRepository } from '../github/hosted-repository.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { installationToken } from './installation-token.ts';
import { homeCluster } from './placed.ts';
import { predictedBy, type Predicted } from './predicted.ts';

export interface ReviewedPullRequest {
  readonly review: Review;
  readonly predicted: readonly Predicted[];
}

export interface Proofline {
  readonly review: (repository: HostedRepository, pull: OpenedPullRequest) => Promise<ReviewedPullRequest>;
  /** Throws where Proofline wrote something. */
  readonly close: () => Promise<void>;
}

export interface OtherCluster {
  /** What the operator's file calls it. */
  readonly name: string;
  readonly bed: ControlPlane;
  /** By what the reconciler knows it, where that is not the address of its server. */
  readonly knownAs?: string;
}

interface Around {
  readonly bed: ControlPlane;
  /** Clusters beside it, to which its reconciler applies too. */
  readonly others: readonly OtherCluster[];
  readonly github: GitHub;
  /** As in the operator's file. */
  readonly installations: readonly object[];
  /** `127.0.0.1:port` of servers that repositories take charts, bases and files from. */
  readonly remotes: readonly string[];
}

/** With an identity of its own in each cluster, and an operator's file that names the installation, and the hosts that repositories may use. */
export async function openProofline(around: Around): Promise<Proofline> {
  const { bed, others, github } = around;
  const beds = [bed, ...others.map((each) => each.bed)];
  const starts = await Promise.all(beds.map(async (each) => ({ bed: each, from: await auditEnd(each) })));
  const reached = [
    { name: homeCluster, reach: await reachOf(bed) },
    ...(await Promise.all(
      others.map(async (each) => ({
        name: each.name,
        reach: await reachOf(each.bed),
        knownAs: [each.knownAs ?? each.bed.server],
      })),
    )),
  ];
  const environment = readEnvironment(await programEnvironment(bed.folder));
  const adapters = await openAdapters(environment, ['http']);
  const content = Buffer.from(JSON.stringify(operatorFile(reached, around)));
  const operator = parseOperatorConfig({ file: 'operator.yaml', content });
  const clusters = await Promise.all(
    operator.clusters.map(async (config) => openOperatorCluster(config, environment)),
  );
  const mirrors = createMirrors(join(bed.folder, 'mirrors'));
  const key = { kind: 'secret', bytes: randomBytes(32) } as const;
  const reviewer = createReviewer({ adapters, operator, clusters, mirrors, key });
  return {
    review: async (repository, pull) => {
      let compared: readonly Comparison[] = [];
      const stop = new AbortController();
      const late = setTimeout(() => {
        stop.abort(new Error(`the review of ${repository.repository.name} is not done after five minutes`));
      }, 300_000);
      const reviewing = reviewer.review({
        pullRequest: {
          owner: repository.owner().login,
          name: repository.repository.name,
          number: pull.number,
          baseRef: pull.pull.base.ref,
          defaultBranch: repository.repository.defaultBranch,
          headSha: pull.headSha,
          headRef: pull.pull.head.ref,
          headRepository: 'same',
          cloneUrl: repository.cloneUrl,
        },
        access: accessTo(github, repository),
        mask: createMask(),
        openPulls: async () => openPulls(await seenByApp(github, repository)),
        onPartial: () => undefined,
        onCompared: (comparisons) => {
          compared = comparisons;
        },
        stop: stop.signal,
      });
      const review = await reviewing.finally(() => {
        clearTimeout(late);
      });
      return { review, predicted: predictedBy(compared, review) };
    },
    close: async () => {
      await Promise.all([adapters.close(), ...clusters.map((each) => each.close())]);
      for (const { bed: each, from } of starts) await proveNothingWritten(each, { from });
    },
  };
}

async function seenByApp(github: GitHub, hosted: HostedRepository): Promise<Repository> {
  const { login } = hosted.owner();
  const client = await installationClient(github, login);
  const installation = github.install(login).id;
  return { owner: login, name: hosted.repository.name, appId: github.app.id, installation, client };
}

/** As the App gets it for each review. */
function accessTo(github: GitHub, repository: HostedRepository): Access {
  return { url: `${github.url}/`, token: installationToken(github, repository.owner().login) };
}

async function reachOf(bed: ControlPlane): Promise<object> {
  const { kubeconfig, cluster } = await addIdentity(bed);
  await cluster.close();
  return { kubeconfig };
}

function operatorFile(
  clusters: readonly { readonly name: string }[],
  { installations, remotes }: Pick<Around, 'installations' | 'remotes'>,
): object {
  return {
    clusters,
    installations,
    remotes: remotes.map((host) => ({ host, private: true, plainHttp: true })),
    repositories: [{ match: '*/*', clusters: clusters.map(({ name }) => name), namespaces: ['*'], remotes }],
  };
}
