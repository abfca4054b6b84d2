/** What a review of this kind cannot show, whatever it found: it is said each time. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';

const always = words`that new Pods start, become ready and answer with the new version`;

export interface Asked {
  readonly anyCluster: boolean;
  /** Names of clusters that were asked although nothing but this program keeps its credential from writing. */
  readonly unguarded: readonly Masked[];
}

export function notProved(asked: Asked): readonly Masked[] {
  if (!asked.anyCluster) {
    return [words`what an API server would say: only the two renders were compared`, always];
  }
  return [
    ...asked.unguarded.map(
      (name) =>
        words`that this credential cannot write to cluster ${name}: no guard denies it (only dry runs were sent)`,
    ),
    words`what changes in the cluster between this review and the apply`,
    words`what other controllers do with the new objects`,
    words`quota and admission over all objects together: each was asked by itself`,
    always,
  ];
}
