/** A HelmRelease on one side -> whether its render may declare further units. */
import type { Tree } from '../../../source/tree.ts';
import { mayDeclare } from '../../mentions.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit } from '../flux-unit.ts';
import { closure } from './closure.ts';

const declaring =
  /toolkit\.fluxcd\.io|argoproj\.io\/(?:v1alpha1)?[^"]{0,40}(?:Application|AppProject)|fleet\.cattle\.io/u;
/** Charts that make units are called after them, or are given a repository. */
const named = /argo|flux|fleet|applications|(?:^|-)apps?(?:-|$)/iu;

/** Throws SourceError. */
export async function declares(unit: Unit, tree: Tree): Promise<boolean> {
  const { declared, release, source } = helmReleaseUnit(unit);
  if (
    (release?.manifest ?? []).some(
      ({ apiVersion }) => typeof apiVersion === 'string' && declaring.test(apiVersion),
    )
  )
    return true;
  if (declaring.test(JSON.stringify(declared.spec['values'] ?? null))) return true;
  if (source.kind === 'chart') return named.test(source.name);
  return source.kind === 'git' || mayDeclare(await closure(unit, tree), tree);
}
