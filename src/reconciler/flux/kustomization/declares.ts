/** A Kustomization on one side -> whether its render may declare further units, or hold values for them. */
import type { Tree } from '../../../source/tree.ts';
import { mayDeclare } from '../../mentions.ts';
import type { Unit } from '../../unit.ts';
import { kustomizationUnit } from '../flux-unit.ts';
import { feeds } from '../units/feeds.ts';
import { closure } from './closure.ts';

const declaring = /(?:kustomize|helm|source)\.toolkit\.fluxcd\.io|argoproj\.io|fleet\.cattle\.io/u;

/** Throws SourceError. */
export async function declares(unit: Unit, tree: Tree): Promise<boolean> {
  const { declared, live } = kustomizationUnit(unit);
  if ((live?.inventory ?? []).some(({ id }) => declaring.test(id))) return true;
  // Objects may stand in a patch, and be put together by substitution.
  if (declaring.test(JSON.stringify(declared.spec))) return true;
  const all = await closure(unit, tree);
  return (await mayDeclare(all, tree)) || feeds(all, tree);
}
