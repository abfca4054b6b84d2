/** What Argo CD counts as a story's own, and what else it names -> those objects as their clusters have them now. */
import { at, isJsonArray } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { ClusterHand } from '../cluster-hand.ts';
import { homeCluster, placedKey, type Placed } from '../placed.ts';
import { bare, textAt } from '../read-object.ts';
import { nameOf } from './applications.ts';
import { own, type Settling } from './settle.ts';

/** By the key of cluster and identity. */
export type Objects = ReadonlyMap<string, KubeObject | undefined>;

/** By the operator's name of the cluster. */
export type Hands = ReadonlyMap<string, ClusterHand>;

export interface Listed extends Placed {
  /** The id that a review gives to the Application that lists it. */
  readonly unit: string;
}

export function listed(settling: Settling): readonly Listed[] {
  return own(settling).flatMap((application) => {
    const unit = `argo-cd/${homeCluster}/${textAt(application, 'metadata', 'namespace')}/${nameOf(application)}`;
    const cluster = settling.targetOf(application);
    const resources = at(application, 'status', 'resources');
    return (isJsonArray(resources) ? resources : []).map((resource) => {
      const part = (key: string): string => textAt(resource, key);
      const [group, version, kind] = [part('group'), part('version'), part('kind')];
      const identity = { group, version, kind, namespace: part('namespace'), name: part('name') };
      return { unit, cluster, identity };
    });
  });
}

export async function readAll(hands: Hands, objects: readonly Placed[]): Promise<Objects> {
  const distinct = new Map(objects.map((each) => [placedKey(each), each]));
  const read = [...distinct].map(async ([key, each]): Promise<[string, KubeObject | undefined]> => [
    key,
    await hands.get(each.cluster)?.read(bare(each.identity)),
  ]);
  return new Map(await Promise.all(read));
}
