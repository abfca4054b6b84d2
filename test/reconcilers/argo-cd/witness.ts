/** What Argo CD counts as a story's own, and what else it names -> those objects as the cluster has them now. */
import { identityKey, type VersionedIdentity } from '../../../src/object/identity.ts';
import { at, isJsonArray } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { ClusterHand } from '../cluster-hand.ts';
import { bare, textAt } from '../read-object.ts';
import { homeCluster } from '../reviewer.ts';
import { nameOf } from './applications.ts';
import { own, type Settling } from './settle.ts';

/** By identity key. */
export type Objects = ReadonlyMap<string, KubeObject | undefined>;

export interface Listed {
  readonly identity: VersionedIdentity;
  /** The id that a review gives to the Application that lists it. */
  readonly unit: string;
}

export function listed(settling: Settling): readonly Listed[] {
  return own(settling).flatMap((application) => {
    const unit = `argo-cd/${homeCluster}/${textAt(application, 'metadata', 'namespace')}/${nameOf(application)}`;
    const resources = at(application, 'status', 'resources');
    return (isJsonArray(resources) ? resources : []).map((resource) => {
      const part = (key: string): string => textAt(resource, key);
      const [group, version, kind] = [part('group'), part('version'), part('kind')];
      return { unit, identity: { group, version, kind, namespace: part('namespace'), name: part('name') } };
    });
  });
}

export async function readAll(hand: ClusterHand, identities: readonly VersionedIdentity[]): Promise<Objects> {
  const distinct = new Map(identities.map((identity) => [identityKey(identity), identity]));
  const read = [...distinct].map(async ([key, identity]): Promise<[string, KubeObject | undefined]> => [
    key,
    await hand.read(bare(identity)),
  ]);
  return new Map(await Promise.all(read));
}
