/** Objects and the clusters that have them -> each as it is there now. */
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ClusterHand } from './cluster-hand.ts';
import { placedKey, type Placed } from './placed.ts';
import { bare } from './read-object.ts';

/** By the key of cluster and identity. */
export type Objects = ReadonlyMap<string, KubeObject | undefined>;

/** By the operator's name of the cluster. */
export type Hands = ReadonlyMap<string, ClusterHand>;

export async function readAll(hands: Hands, objects: readonly Placed[]): Promise<Objects> {
  const distinct = new Map(objects.map((each) => [placedKey(each), each]));
  const read = [...distinct].map(async ([key, each]): Promise<[string, KubeObject | undefined]> => [
    key,
    await hands.get(each.cluster)?.read(bare(each.identity)),
  ]);
  return new Map(await Promise.all(read));
}
