/** A request -> the one tree that its render sees: the repository's, and in it what was fetched, where it is used. */
import type { Place } from '../object/place.ts';
import type { Closure } from '../reconciler/unit.ts';
import { heldTree } from '../source/held-tree.ts';
import type { Tree } from '../source/tree.ts';
import { withPathsOfBases } from './base-references.ts';
import { localDependencies } from './local-dependencies.ts';
import type { Mount } from './mount.ts';
import { mountedTree, rewrittenTree, treeWithout } from './mounted-tree.ts';
import { plannedKustomizations } from './planned-kustomization.ts';
import { artifactsOf, innerMounts, ownMounts, type Artifact, type PathOf } from './remote-mounts.ts';
import type { RenderRequest } from './request.ts';
import { limits } from './sandbox.ts';
import { singlePlans } from './single-plan.ts';

export interface Ground {
  readonly tree: Tree;
  /** Of that tree. */
  readonly closure: Closure;
  /** Where a path of a plan is in that tree. */
  readonly pathOf: PathOf;
  /** What was fetched, as it was resolved. */
  readonly artifacts: readonly Artifact[];
  /** A place in that tree -> the one in the repository that stands for it. */
  readonly placeOf: (place: Place) => Place | undefined;
  /** A sentence with paths of that tree -> the same, with the names of what was fetched. */
  readonly shown: (text: string) => string;
}

/** Throws SourceError. */
export async function groundOf(request: RenderRequest): Promise<Ground> {
  const { mounts: own, pathOf } = ownMounts(request);
  const visible = treeWithout(request.tree, hiddenIn(request));
  const repository = heldTree(visible, request.closure.paths, limits.read);
  const first = await mountedTree(repository, own);
  const inner = [...innerMounts(request, pathOf), ...(await local(request, first, pathOf))];
  const second = await mountedTree(first, inner);
  const planned = plannedKustomizations(request.plan, second, pathOf);
  const third = rewrittenTree(second, planned);
  const tree = rewrittenTree(third, await withPathsOfBases(third, request.closure, pathOf));
  const made = new Set([...planned.keys()].filter((file) => !second.entries.has(file)));
  // The innermost first.
  const mounts = [...inner, ...own];
  const paths = [...request.closure.paths, ...planned.keys(), ...mounts.map(({ at }) => `${at}/`)];
  return {
    tree,
    closure: { ...request.closure, paths },
    pathOf,
    artifacts: artifactsOf(request),
    placeOf: (place) => (made.has(place.file) ? undefined : placeIn(mounts, place)),
    shown: (text) => mounts.reduce(withName, text),
  };
}

function hiddenIn({ plan }: RenderRequest): readonly string[] {
  return singlePlans(plan).flatMap((part) => (part.kind === 'directory' ? [] : (part.hidden ?? [])));
}

async function local(request: RenderRequest, tree: Tree, pathOf: PathOf): Promise<readonly Mount[]> {
  const charts = singlePlans(request.plan).flatMap((plan) => {
    const chart = plan.kind === 'helm' ? pathOf(plan.chart) : undefined;
    return chart === undefined ? [] : [chart];
  });
  const mounts = await Promise.all([...new Set(charts)].map((chart) => localDependencies(chart, tree)));
  return mounts.flat();
}

function placeIn(mounts: readonly Mount[], place: Place): Place | undefined {
  const mount = mounts.find(({ at }) => place.file.startsWith(`${at}/`));
  if (mount === undefined) return place;
  return mount.placeOf({ ...place, file: place.file.slice(mount.at.length + 1) });
}

function withName(text: string, { at, name }: Mount): string {
  if (name === undefined) return text;
  const named = text.replaceAll(`${at}/`, `${name}: `);
  return named.endsWith(at) ? `${named.slice(0, -at.length)}${name}` : named;
}
