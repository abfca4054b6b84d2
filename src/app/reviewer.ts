/** A pull request on GitHub -> its review, with what the operator grants to its repository. */
import type { Adapters, OpenedCluster } from '../adapters.ts';
import { grantOf, maySee } from '../config/grant.ts';
import type { OperatorConfig } from '../config/operator.ts';
import { wallClock } from '../kube/wall-clock.ts';
import type { Mask } from '../object/masked.ts';
import type { Review } from '../report/review.ts';
import { review } from '../review.ts';
import type { World } from '../review/world.ts';
import type { FingerprintKey } from '../risk/fingerprint.ts';
import type { Access } from '../source/git.ts';
import type { Mirrors } from '../source/mirror.ts';
import type { ListOpenPulls } from '../source/open-pulls.ts';
import { originOf } from '../source/origin.ts';
import { pullRequestRevisions } from '../source/pull-request.ts';
import type { PullRequest } from '../source/pull-request.ts';

export interface Reviewer {
  /** Rejects with ConfigError or SourceError. */
  review(asked: Asked): Promise<Review>;
}

export interface Asked {
  readonly pullRequest: PullRequest;
  readonly access: Access;
  /** One a review: what one repository keeps secret must not decide how another one's text looks. */
  readonly mask: Mask;
  /** Of the repository; undefined where nobody asks GitHub. */
  readonly openPulls?: ListOpenPulls;
  readonly onPartial: (partial: Review) => void;
  readonly onCompared?: World['onCompared'];
  readonly stop: AbortSignal;
}

export interface ReviewerOptions {
  readonly adapters: Adapters;
  readonly operator: OperatorConfig;
  /** All of the operator's. */
  readonly clusters: readonly OpenedCluster[];
  readonly mirrors: Mirrors;
  readonly key: FingerprintKey;
}

export function createReviewer({ adapters, operator, clusters, mirrors, key }: ReviewerOptions): Reviewer {
  return {
    async review({ pullRequest, access, mask, openPulls, onPartial, onCompared, stop }) {
      const bench = { git: adapters.git, mask, signal: stop };
      const revisions = await pullRequestRevisions(bench, { mirrors, access }, pullRequest);
      const grant = grantOf(operator, pullRequest);
      const granted = new Set(grant.clusters.map(({ name }) => name));
      const usable = clusters.filter(({ config }) => granted.has(config.name));
      const { installations } = grant;
      return review(revisions, {
        reconcilers: adapters.reconcilers({ mask, stop, installations, clusters: usable }),
        renderers: adapters.renderers(mask, stop),
        clusters: usable,
        installations,
        origin: originOf(pullRequest),
        pulls: openPulls === undefined ? undefined : { own: pullRequest.number, list: openPulls },
        fetchRemote: await adapters.remotes(grant.remotes, { mask, stop }),
        maySee: (namespace) => maySee(grant, namespace),
        limits: operator.limits,
        key,
        mask,
        clock: wallClock,
        stop,
        onStep: () => undefined,
        onPartial,
        onCompared,
      });
    },
  };
}
