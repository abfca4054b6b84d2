/** What was read on a cluster -> the records of the release that a bundle has there, newest first, or why they are not known. */
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { textAt, textMapAt } from '../../../object/fields.ts';
import type { Mask } from '../../../object/masked.ts';
import { learnRecord, readRecord } from '../../helm-record.ts';
import type { HelmRecord, ReadRecord } from '../../helm-record.ts';
import type { BundleDeployment, Release } from './deployments.ts';

export interface Records {
  readonly releases: readonly HelmRecord[];
  /** Why they are not known; names no value of one. */
  readonly unread: string | undefined;
}

/** `objects`: undefined where the cluster was not seen. */
export function recordsOf(
  deployment: BundleDeployment | undefined,
  objects: readonly KubeObject[] | undefined,
  mask: Mask,
): Records {
  if (deployment === undefined) return { releases: [], unread: undefined };
  if (objects === undefined) return { releases: [], unread: 'its cluster was not seen' };
  const read = objects
    .filter((object) => isRecord(object, deployment.release))
    .map((secret) => recordIn(secret, mask));
  const releases = read
    .flatMap((each) => ('why' in each ? [] : [each]))
    .sort((a, b) => b.version - a.version);
  const [broken] = read.flatMap((each) => ('why' in each ? [each.why] : []));
  if (broken !== undefined) return { releases: [], unread: broken };
  const isDeployed = textAt(deployment.object, 'status', 'release') !== '';
  return {
    releases,
    unread: releases.length === 0 && isDeployed ? 'there is no record of its release' : undefined,
  };
}

function isRecord(object: KubeObject, { namespace, name }: Release): boolean {
  const labels = textMapAt(object, 'metadata', 'labels');
  return (
    object.kind === 'Secret' &&
    namespaceOf(object) === namespace &&
    labels['owner'] === 'helm' &&
    labels['name'] === name
  );
}

const known = new WeakMap<KubeObject, ReadRecord>();

/** Each is decoded once: sides and rounds meet the same Secret. */
function recordIn(secret: KubeObject, mask: Mask): ReadRecord {
  const made = known.get(secret) ?? readRecord(secret);
  if (!known.has(secret) && !('why' in made)) learnRecord(mask, made);
  known.set(secret, made);
  return made;
}
