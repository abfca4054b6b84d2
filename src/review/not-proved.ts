/** What a review of this kind cannot show, whatever it found: it is said each time. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';

const always = words`that new Pods start, become ready and answer with the new version`;

export function notProved(asked: { readonly anyCluster: boolean }): readonly Masked[] {
  if (!asked.anyCluster) {
    return [words`what an API server would say: only the two renders were compared`, always];
  }
  return [
    words`what changes in the cluster between this review and the apply`,
    words`what other controllers do with the new objects`,
    words`quota and admission over all objects together: each was asked by itself`,
    always,
  ];
}
