/** All that stories of Fleet share: control planes, Fleet with an agent in each, the stand-in for GitHub, and Proofline. */
import { auditEnd, readAudit } from '../../bed/audit.ts';
import { startControlPlane, type ControlPlane } from '../../bed/control-plane.ts';
import { downstreamNamespace } from '../../bed/fleet/downstream.ts';
import { fleetNamespace } from '../../bed/fleet/installation.ts';
import { startFleet, type Fleet } from '../../bed/fleet/start.ts';
import type { GitHub } from '../../github/github.ts';
import { startGitHub } from '../../github/start-github.ts';
import { createEndings } from '../endings.ts';
import { homeCluster, secondCluster } from '../placed.ts';
import { openProofline, type Proofline } from '../reviewer.ts';
import { writesTo } from './writes.ts';

/** A place in the audit log of each cluster. */
type Moment = readonly number[];

export interface Court {
  readonly home: ControlPlane;
  /** Without controllers: no Pod runs there. Undefined where its stories ask for none. */
  readonly second: ControlPlane | undefined;
  readonly fleet: Fleet;
  readonly github: GitHub;
  readonly review: Proofline['review'];
  readonly now: () => Promise<Moment>;
  /** What the agents wrote for the story of that name since then, in both clusters. */
  readonly writesSince: (then: Moment, story: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Fleet's name of the second cluster. */
export const westName = 'west';

/** Nothing of it is left running when it throws. */
export async function openCourt(options: { readonly secondCluster: boolean }): Promise<Court> {
  const { endings, close } = createEndings();
  try {
    const home = await startControlPlane({ parts: ['kube-controller-manager'] });
    endings.push(home.stop);
    const second = options.secondCluster ? await startControlPlane() : undefined;
    if (second !== undefined) endings.push(second.stop);
    const github = await startGitHub();
    endings.push(github.stop);
    const fleet = await startFleet(home);
    endings.push(fleet.stop);
    if (second !== undefined) await fleet.join(second, { name: westName, labels: { region: westName } });
    const proofline = await openProofline({
      bed: home,
      others:
        second === undefined
          ? []
          : [{ name: secondCluster, bed: second, knownAs: `${downstreamNamespace}/${westName}` }],
      github,
      installations: [{ kind: 'fleet', cluster: homeCluster, namespace: fleetNamespace }],
      remotes: [],
    });
    endings.push(proofline.close);
    const beds = second === undefined ? [home] : [home, second];
    return {
      home,
      second,
      fleet,
      github,
      review: proofline.review,
      now: async () => Promise.all(beds.map(async (bed) => auditEnd(bed))),
      writesSince: async (then, story) => {
        const events = await Promise.all(beds.map(async (bed, index) => readAudit(bed, then[index] ?? 0)));
        return events.flatMap((each) => writesTo(story, each));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
