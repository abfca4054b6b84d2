/** All that stories with the same settings share: the control plane, Argo CD, the stand-in for GitHub, and Proofline. */
import { argoCdNamespace } from '../../bed/argo-cd/installation.ts';
import { startArgoCd, type ArgoCdOptions } from '../../bed/argo-cd/start.ts';
import { auditEnd, readAudit } from '../../bed/audit.ts';
import { allParts, startControlPlane, type ControlPlane } from '../../bed/control-plane.ts';
import type { GitHub } from '../../github/github.ts';
import { pathsOf } from '../../bed/resources.ts';
import { startGitHub } from '../../github/start-github.ts';
import { createEndings } from '../endings.ts';
import { homeCluster, secondCluster } from '../placed.ts';
import { openProofline, type Proofline } from '../reviewer.ts';
import { openOutside, type Outside } from '../outside/outside.ts';
import { watchApplications, type Applications } from './applications.ts';
import { openSecondCluster, westAccount, type SecondCluster } from './second-cluster.ts';
import { writesTo } from './writes.ts';

/** What outlives one Argo CD. */
export interface Ground {
  readonly bed: ControlPlane;
  readonly github: GitHub;
  readonly outside: Outside;
  readonly close: () => Promise<void>;
}

export interface Court extends Pick<Ground, 'bed' | 'github' | 'outside'> {
  /** Undefined where its stories ask for none. */
  readonly second: SecondCluster | undefined;
  readonly applications: Applications;
  readonly review: Proofline['review'];
  /** A place in the audit log: now. */
  readonly now: () => Promise<number>;
  /** What the application controller wrote for the story of that namespace since then. */
  readonly writesSince: (then: number, namespace: string) => Promise<readonly string[]>;
  /** Takes the stories' Applications with it. */
  readonly close: () => Promise<void>;
}

interface CourtOptions extends ArgoCdOptions {
  readonly secondCluster: boolean;
}

const installation = { kind: 'argo-cd', cluster: homeCluster, namespace: argoCdNamespace };
const inSecond = {
  cluster: secondCluster,
  namespace: westAccount.namespace,
  serviceAccount: westAccount.name,
};

const anySet = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name: 'any', namespace: argoCdNamespace },
};

/** Nothing of it is left running when it throws. */
export async function openGround(): Promise<Ground> {
  const { endings, close } = createEndings();
  try {
    const bed = await startControlPlane({ parts: allParts });
    endings.push(bed.stop);
    const github = await startGitHub();
    endings.push(github.stop);
    const outside = await openOutside(github);
    endings.push(outside.close);
    return { bed, github, outside, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Nothing of it is left running when it throws. */
export async function openCourt({ bed, github, outside }: Ground, options: CourtOptions): Promise<Court> {
  const { endings, close } = createEndings();
  try {
    const argoCd = await startArgoCd(bed, options);
    endings.push(argoCd.stop);
    const second = options.secondCluster ? await openSecondCluster(bed) : undefined;
    if (second !== undefined) endings.push(second.close);
    endings.push(async () => removeApplications(bed));
    const applications = await watchApplications(bed.admin, argoCd.programs);
    endings.push(applications.close);
    // The role of Proofline's identity names the kinds that are served when it is made.
    await pathsOf(bed.admin)(anySet);
    const proofline = await openProofline({
      bed,
      others: second === undefined ? [] : [{ name: secondCluster, bed: second.bed }],
      github,
      installations: [second === undefined ? installation : { ...installation, appliesAs: [inSecond] }],
      remotes: outside.hosts,
    });
    endings.push(proofline.close);
    return {
      bed,
      github,
      outside,
      second,
      applications,
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

/** The next Argo CD, with other settings, would do other things with them. */
async function removeApplications({ admin }: ControlPlane): Promise<void> {
  for (const resource of ['applicationsets', 'applications']) {
    const path = `/apis/argoproj.io/v1alpha1/namespaces/${argoCdNamespace}/${resource}`;
    await admin.send({ method: 'DELETE', path });
  }
}
