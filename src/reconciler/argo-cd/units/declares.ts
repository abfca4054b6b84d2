/** A unit on one side -> whether its render may declare Applications, or the settings of an Argo CD. */
import type { JsonObject } from '../../../object/json.ts';
import type { Tree } from '../../../source/tree.ts';
import type { Unit } from '../../unit.ts';
import { mentioningIn } from '../../mentions.ts';
import { argoUnit } from '../application.ts';
import { chosenSources, isOwn } from './chosen.ts';
import { closure } from './closure.ts';
import { group } from './reads.ts';

/** Kinds are words of their own; a template may compute one. */
const declaring = /\b(?:Application|ApplicationSet|AppProject|ArgoCD)\b|argocd-cm|\bkind:\s*["']?\{\{/u;
const kinds: ReadonlySet<string> = new Set(['Application', 'ApplicationSet', 'AppProject', 'ArgoCD']);
const limits = { largest: 1_000_000, total: 200_000_000 };

/** Throws SourceError. */
export async function declares(unit: Unit, tree: Tree): Promise<boolean> {
  const argo = argoUnit(unit);
  const owned = argo.live?.resources ?? [];
  if (owned.some((resource) => resource.group === group && kinds.has(resource.kind))) return true;
  if (isTold(argo.application.spec)) return true;
  const found = await closure(unit, tree);
  if (found.unknown.length > 0) return true;
  const paths = [...(await mentioningIn(found, tree))];
  const contents = await tree.read(paths, limits);
  if (paths.some((path) => declaring.test(contents.get(path)?.toString('utf8') ?? 'Application')))
    return true;
  const outside = chosenSources(argo).list.filter((source) => !isOwn(argo, source));
  return outside.some(({ chart, raw }) => mayMakeApplications(chart, raw));
}

/** Objects may stand in the values of a chart, or in a patch. */
function isTold(spec: JsonObject): boolean {
  const text = JSON.stringify(spec);
  return text.includes(`${group}/`) && declaring.test(text);
}

/**
 * A chart from elsewhere knows of this repository only by what its values say. Those that make Applications are called
 * after it, or are given the repository's URL.
 */
function mayMakeApplications(chart: string, raw: JsonObject): boolean {
  if (chart === '') return false;
  return (
    /argo|applications|(?:^|-)apps?(?:-|$)/iu.test(chart) ||
    /repoURL|targetRevision/u.test(JSON.stringify(raw['helm'] ?? null))
  );
}
