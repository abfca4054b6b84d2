/** All that stories of one Flux share: the control plane, the controllers, the stand-in for GitHub, and Proofline. */
import { auditEnd, readAudit } from '../../bed/audit.ts';
import { allParts, startControlPlane, type ControlPlane } from '../../bed/control-plane.ts';
import { fluxNamespace } from '../../bed/flux/installation.ts';
import { startFlux, type FluxLine } from '../../bed/flux/start.ts';
import type { GitHub } from '../../github/github.ts';
import { startGitHub } from '../../github/start-github.ts';
import { createEndings } from '../endings.ts';
import { openOutside, type Outside } from '../outside/outside.ts';
import { homeCluster } from '../placed.ts';
import { openProofline, type Proofline } from '../reviewer.ts';
import { writesTo } from './writes.ts';

export interface Court {
  readonly bed: ControlPlane;
  readonly github: GitHub;
  readonly outside: Outside;
  readonly review: Proofline['review'];
  /** A place in the audit log: now. */
  readonly now: () => Promise<number>;
  /** What the controllers wrote for the story of that namespace since then. */
  readonly writesSince: (then: number, namespace: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Nothing of it is left running when it throws. */
export async function openCourt(line: FluxLine): Promise<Court> {
  const { endings, close } = createEndings();
  try {
    const bed = await startControlPlane({ parts: allParts });
    endings.push(bed.stop);
    const github = await startGitHub();
    endings.push(github.stop);
    const outside = await openOutside(github);
    endings.push(outside.close);
    const flux = await startFlux(bed, line);
    endings.push(flux.stop);
    const proofline = await openProofline({
      bed,
      others: [],
      github,
      installations: [{ kind: 'flux', cluster: homeCluster, namespace: fluxNamespace }],
      remotes: outside.hosts,
    });
    endings.push(proofline.close);
    return {
      bed,
      github,
      outside,
      review: proofline.review,
      now: async () => auditEnd(bed),
      writesSince: async (then, namespace) => writesTo(namespace, await readAudit(bed, then)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
