/** A Kustomization on one side -> all that its render can depend on: files of the artifact, its ignore rules, remotes. */
import { textsAt } from '../../../object/fields.ts';
import type { Tree } from '../../../source/tree.ts';
import { closed, closing, pathFrom, take } from '../../closing.ts';
import type { Closing } from '../../closing.ts';
import { kustomizeClosure } from '../../kustomize-closure.ts';
import type { Closure, Unit } from '../../unit.ts';
import { kustomizationUnit } from '../flux-unit.ts';
import { isLocal } from './edited.ts';
import { located } from './located.ts';
import type { Located } from './located.ts';
import { hasKustomization, scanned } from './scanned.ts';

/** Throws SourceError. */
export async function closure(unit: Unit, tree: Tree): Promise<Closure> {
  const found = await located(kustomizationUnit(unit), tree);
  if (found === undefined) return { paths: [], remotes: [], unknown: [] };
  const target = closing(found.view);
  for (const file of found.artifact.ignoreFiles) target.paths.add(file);
  if (found.found === 'directory') await addDirectory(target, found);
  // Also where it does not exist: a later commit may bring it.
  else target.paths.add(`${found.directory}/`);
  return closed(target);
}

async function addDirectory(target: Closing, { view, directory, spec }: Located): Promise<void> {
  if (hasKustomization(view, directory)) await addKustomization(target, directory);
  else {
    target.paths.add(`${directory}/`);
    for (const below of scanned(view, directory).kustomizations) await addKustomization(target, below);
  }
  for (const component of textsAt(spec, 'components').filter(isLocal)) {
    const found = take(target, pathFrom(directory, component));
    if (found.kind === 'directory') await addKustomization(target, found.path);
    else if (found.kind === 'missing') target.paths.add(`${found.path}/`);
  }
}

async function addKustomization(target: Closing, directory: string): Promise<void> {
  const { paths, remotes, unknown } = await kustomizeClosure(target.view, directory);
  for (const path of paths) target.paths.add(path);
  target.remotes.push(...remotes);
  target.unknown.push(...unknown);
}
