/** The two sides of a unit and a cluster -> the live stage as a review asks for it, and the requests that it sends. */
import { openCluster, type OpenCluster } from '../src/kube/cluster.ts';
import { dryRunPath } from '../src/kube/path.ts';
import { wallClock } from '../src/kube/wall-clock.ts';
import type { Cluster, ObjectPath, ResourcePath, Writing } from '../src/live/cluster.ts';
import { GuardWatch } from '../src/live/guard.ts';
import { loadOpenApi, OpenApiCache } from '../src/live/open-api.ts';
import { predict } from '../src/live/predict.ts';
import { foundObjects, readLive } from '../src/live/read-live.ts';
import { openSession, type Session } from '../src/live/session.ts';
import { groupVersionOf } from '../src/object/identity.ts';
import type { KubeObject } from '../src/object/kube-object.ts';
import { createMask } from '../src/object/mask.ts';
import { attemptsFor } from '../src/reconciler/plain/attempts.ts';

/** What was sent, so that the same can be sent again by a plain client. */
export interface DryRunRequest {
  readonly method: 'PATCH' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

export interface Sides {
  readonly base: readonly KubeObject[];
  readonly head: readonly KubeObject[];
}

export interface LiveStage {
  /** What is live, every prediction, and the merge keys. */
  ask(sides: Sides): Promise<void>;
  /** The dry runs of one such asking. */
  requests(sides: Sides): Promise<readonly DryRunRequest[]>;
  close(): Promise<void>;
}

const deadlineMs = 300_000;

export async function openLiveStage(kubeconfig: string, inFlight: number): Promise<LiveStage> {
  const cluster = await openCluster({
    name: 'bench',
    access: { kind: 'kubeconfig', files: [kubeconfig], context: undefined },
    allowUnverifiedTls: false,
    clock: wallClock,
    inFlight,
  });
  const schemas = new OpenApiCache();
  const guard = new GuardWatch(cluster, wallClock);
  return {
    ask: async (sides) => askFor(await open(cluster, guard), schemas, sides),
    requests: async (sides) => {
      const sent: DryRunRequest[] = [];
      await askFor(await open(recording(cluster, sent), guard), schemas, sides);
      return sent;
    },
    close: async () => cluster.close(),
  };
}

async function open(cluster: Cluster, guard: GuardWatch): Promise<Session> {
  const signal = wallClock.deadline(deadlineMs);
  const opened = await openSession({ cluster, mask: createMask(), guard, unguarded: 'refuse', signal });
  if (opened.kind === 'gap') throw new Error(opened.gap.why);
  return opened.session;
}

async function askFor(session: Session, schemas: OpenApiCache, { base, head }: Sides): Promise<void> {
  const declared = [...head, ...base];
  const live = await readLive(session, { declared, named: [] });
  const attempts = (objects: readonly KubeObject[]) =>
    attemptsFor(objects.map((object) => ({ object, origin: undefined })));
  const kinds = declared.map(({ apiVersion, kind }) => ({ ...groupVersionOf(apiVersion), kind }));
  const [{ head: answers }] = await Promise.all([
    predict(session, { head: attempts(head), base: attempts(base), live, declared: head }),
    loadOpenApi(session, kinds, schemas),
  ]);
  const odd = answers.find(({ prediction }) => prediction.kind !== 'object');
  if (odd !== undefined || foundObjects(live).size !== head.length) {
    throw new Error(`not all was answered: ${JSON.stringify(odd?.prediction)}`);
  }
}

function recording(cluster: OpenCluster, sent: DryRunRequest[]): Cluster {
  const note = (
    method: DryRunRequest['method'],
    to: ObjectPath | ResourcePath,
    write: Writing & { readonly type: string; readonly force?: boolean },
  ): void => {
    const query = {
      fieldManager: write.manager,
      fieldValidation: write.validation,
      ...(write.force === true && { force: 'true' }),
    };
    sent.push({ method, path: dryRunPath(to, query), type: write.type, body: JSON.stringify(write.body) });
  };
  return {
    ...cluster,
    dryRunApply: async (to, write, signal) => {
      note('PATCH', to, { ...write, type: 'application/apply-patch+yaml' });
      return await cluster.dryRunApply(to, write, signal);
    },
    dryRunCreate: async (to, write, signal) => {
      note('POST', to, { ...write, type: 'application/json' });
      return await cluster.dryRunCreate(to, write, signal);
    },
  };
}
