/** A workload whose Pod template changes -> the server's answer to the Pod that its controller would make, by dry run. */
import { isDeepStrictEqual } from 'node:util';

import { identityOf, type VersionedIdentity } from '../object/identity.ts';
import { at, isJsonObject, type JsonObject } from '../object/json.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { words, type Masked } from '../object/masked.ts';
import type { Answer, PodAnswer } from './answer.ts';
import { sendAndRead } from './exchange.ts';
import { withClaimedVolumes } from './claimed-volumes.ts';
import type { Newcomers } from './newcomers.ts';
import type { Session } from './session.ts';
import { assumesStandIn, backIn, standInNamespace } from './stand-in.ts';

const template = ['spec', 'template'];
const templates: Readonly<Record<string, readonly string[]>> = {
  'apps/Deployment': template,
  'apps/StatefulSet': template,
  'apps/DaemonSet': template,
  'apps/ReplicaSet': template,
  'batch/Job': template,
  'batch/CronJob': ['spec', 'jobTemplate', 'spec', 'template'],
  '/ReplicationController': template,
  'argoproj.io/Rollout': template,
};

/** Where a workload of this kind keeps its Pod template; undefined for other kinds. */
function templatePath(of: { readonly group: string; readonly kind: string }): readonly string[] | undefined {
  const key = `${of.group}/${of.kind}`;
  return Object.hasOwn(templates, key) ? templates[key] : undefined;
}

/** Undefined where no Pod would be made anew: another kind, the same template, or a workload that is refused itself. */
export async function askPod(
  session: Session,
  answer: Answer,
  newcomers: Newcomers,
): Promise<PodAnswer | undefined> {
  const { prediction, live } = answer;
  if (prediction.kind !== 'object' && prediction.kind !== 'recreated') return undefined;
  const path = templatePath(identityOf(prediction.object));
  if (path === undefined) return undefined;
  const wanted = at(prediction.object, ...path);
  const current = live.kind === 'found' ? at(live.object, ...path) : undefined;
  if (!isJsonObject(wanted)) return undefined;
  if (prediction.kind === 'object' && isDeepStrictEqual(wanted, current)) return undefined;
  return await askTemplate(session, { workload: prediction.object, template: wanted }, newcomers);
}

interface Workload {
  readonly workload: KubeObject;
  readonly template: JsonObject;
}

async function askTemplate(
  session: Session,
  of: Workload,
  newcomers: Newcomers,
): Promise<PodAnswer | undefined> {
  const served = session.catalog.find({ group: '', version: 'v1', kind: 'Pod' });
  if (served === undefined) return undefined;
  const namespace = namespaceOf(of.workload);
  const isHomeless = await newcomers.isNew(coreIdentity('Namespace', '', namespace));
  const { spec, assumes } = await withoutNewcomers(session, specOf(of, isHomeless), { namespace, newcomers });
  const pod = podOf(of, spec, isHomeless ? standInNamespace : namespace);
  const answer = await sendAndRead(session, served, {
    kind: 'create',
    object: pod,
    manager: 'kube-controller-manager',
    validation: 'Ignore',
    stage: 0,
  });
  const stoodIn = isHomeless ? [assumesStandIn(session.mask, namespace)] : [];
  const prediction = isHomeless
    ? backIn(session, { ...pod, metadata: { ...pod.metadata, namespace } }, answer.prediction)
    : answer.prediction;
  return { prediction, warnings: answer.warnings, assumes: [...stoodIn, ...assumes] };
}

function specOf({ workload, template: { spec } }: Workload, isHomeless: boolean): JsonObject {
  const own = withClaimedVolumes(workload, isJsonObject(spec) ? spec : {});
  // The stand-in namespace has none of the new one's service accounts.
  return isHomeless ? withoutServiceAccount(own) : own;
}

function podOf(of: Workload, spec: JsonObject, namespace: string): KubeObject {
  const metadata = of.template['metadata'];
  const { labels, annotations } = isJsonObject(metadata) ? metadata : {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: '',
      generateName: `${of.workload.metadata.name}-`,
      namespace,
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
    },
    spec,
  };
}

interface Around {
  readonly namespace: string;
  readonly newcomers: Newcomers;
}

/** References of the Pod that admission looks up, and that the same pull request makes, are left out and said. */
async function withoutNewcomers(
  session: Session,
  spec: JsonObject,
  { namespace, newcomers }: Around,
): Promise<{ readonly spec: JsonObject; readonly assumes: readonly Masked[] }> {
  const assumes: Masked[] = [];
  let kept = spec;
  const account = spec['serviceAccountName'];
  if (
    typeof account === 'string' &&
    (await newcomers.isNew(coreIdentity('ServiceAccount', namespace, account)))
  ) {
    kept = withoutServiceAccount(kept);
    assumes.push(
      words`service account ${session.mask.text(account)} does not exist yet: asked with the namespace's default one`,
    );
  }
  for (const { field, ...kind } of classes) {
    const name = spec[field];
    if (typeof name !== 'string' || !(await newcomers.isNew({ ...kind, namespace: '', name }))) continue;
    kept = Object.fromEntries(Object.entries(kept).filter(([key]) => key !== field));
    assumes.push(
      words`${session.mask.text(kind.kind)} ${session.mask.text(name)} does not exist yet: asked without it`,
    );
  }
  return { spec: kept, assumes };
}

const classes = [
  { field: 'priorityClassName', group: 'scheduling.k8s.io', kind: 'PriorityClass' },
  { field: 'runtimeClassName', group: 'node.k8s.io', kind: 'RuntimeClass' },
];

function withoutServiceAccount(spec: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(spec).filter(([key]) => key !== 'serviceAccountName' && key !== 'serviceAccount'),
  );
}

function coreIdentity(kind: string, namespace: string, name: string): VersionedIdentity {
  return { group: '', version: 'v1', kind, namespace, name };
}
