/** All that stories of one Argo CD share: the control plane, Argo CD itself, the stand-in for GitHub, and Proofline. */
import { startArgoCd, type ArgoCdOptions } from '../../bed/argo-cd/start.ts';
import { argoCdNamespace } from '../../bed/argo-cd/installation.ts';
import { readAudit } from '../../bed/audit.ts';
import { allParts, startControlPlane, type ControlPlane } from '../../bed/control-plane.ts';
import type { GitHub } from '../../github/github.ts';
import { startGitHub } from '../../github/start-github.ts';
import { openProofline, type Proofline } from '../reviewer.ts';
import { watchApplications, type Applications } from './applications.ts';
import { writesTo } from './writes.ts';

export interface Court {
  readonly bed: ControlPlane;
  readonly github: GitHub;
  readonly applications: Applications;
  readonly review: Proofline['review'];
  readonly eventCount: () => Promise<number>;
  /** What the application controller wrote for the story of that namespace since there were that many audit events. */
  readonly writesSince: (events: number, namespace: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

const installation = { kind: 'argo-cd', cluster: 'production', namespace: argoCdNamespace };

/** Nothing is left running when it throws. */
export async function openCourt(options: ArgoCdOptions): Promise<Court> {
  const endings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    const bed = await startControlPlane({ parts: allParts });
    endings.push(bed.stop);
    const argoCd = await startArgoCd(bed, options);
    endings.push(argoCd.stop);
    const github = await startGitHub();
    endings.push(github.stop);
    const applications = await watchApplications(bed.admin);
    endings.push(applications.close);
    const proofline = await openProofline({ bed, github, installations: [installation] });
    endings.push(proofline.close);
    return {
      bed,
      github,
      applications,
      review: proofline.review,
      eventCount: async () => (await readAudit(bed)).length,
      writesSince: async (events, namespace) => writesTo(namespace, (await readAudit(bed)).slice(events)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
