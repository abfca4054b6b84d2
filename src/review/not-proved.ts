/** What a review of this kind cannot show, whatever it found: it is said each time. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';

const always = words`that new Pods start, become ready and answer with the new version`;

const takers = words`that no unaffected unit declares what is dropped here: those were not rendered`;
const timing = words`that the reconciler gets to it when it is said to, and with nothing else merged in between`;
const users = words`which workloads besides those of the affected units keep the old content of a changed ConfigMap or Secret`;

export interface Asked {
  readonly anyCluster: boolean;
  /** Names of clusters that were asked although nothing but this program keeps its credential from writing. */
  readonly unguarded: readonly Masked[];
  /** Whether workloads may use changed content that were not looked at. */
  readonly unseenUsers: boolean;
  /** Whether something is dropped that a unit may declare which was not rendered. */
  readonly unseenTakers: boolean;
  /** Whether a program applies any of it, in its own time. */
  readonly byReconciler: boolean;
}

export function notProved(asked: Asked): readonly Masked[] {
  const untouched = [...(asked.unseenTakers ? [takers] : []), ...(asked.unseenUsers ? [users] : [])];
  if (!asked.anyCluster) {
    return [words`what an API server would say: only the two renders were compared`, ...untouched, always];
  }
  return [
    ...asked.unguarded.map(
      (name) =>
        words`that this credential cannot write to cluster ${name}: no guard denies it (only dry runs were sent)`,
    ),
    words`what changes in the cluster between this review and the apply`,
    words`what other controllers do with the new objects`,
    words`quota and admission over all objects together: each was asked by itself`,
    ...(asked.byReconciler ? [timing] : []),
    ...untouched,
    always,
  ];
}
