/** A unit whose objects carry no record of their last apply -> what its last sync rendered, from the commit that it synced. */
import type { KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Sided } from '../reconciler/pairs.ts';
import { sidesOf } from '../reconciler/pairs.ts';
import { changedPaths, reasonToReview } from '../reconciler/touched.ts';
import type { LastSync } from '../reconciler/unit-record.ts';
import type { Render } from '../render/render.ts';
import type { EarlierTrees } from '../source/earlier-trees.ts';
import { createOneAtATime } from '../source/one-at-a-time.ts';
import type { OneAtATime } from '../source/one-at-a-time.ts';
import { remoteKey } from '../source/remote.ts';
import type { RemoteReference } from '../source/remote.ts';
import { shownRemote } from '../source/remote/shown.ts';
import { SourceError } from '../source/source-error.ts';
import type { Tree } from '../source/tree.ts';
import { fetchRemotes } from './fetch-remotes.ts';
import type { Fetched } from './fetch-remotes.ts';
import { declaredBy, gapsOf, renderSide } from './render-pairs.ts';
import type { Means } from './render-pairs.ts';
import type { ReviewedUnit } from './unit.ts';
import { placed } from './unit.ts';
import type { World } from './world.ts';

export interface Past extends Means {
  readonly treeAt: EarlierTrees;
  /** Renders run programs. */
  readonly turns: OneAtATime;
}

export function pastOf(treeAt: EarlierTrees, means: Means): Past {
  return { ...means, treeAt, turns: createOneAtATime() };
}

export type LastSynced =
  | {
      readonly kind: 'rendered';
      /** Undefined where nothing of it came from the repository. */
      readonly commit: string | undefined;
      readonly objects: readonly KubeObject[];
    }
  /** Completes `its last sync could not be rendered: …`. */
  | { readonly kind: 'unknown'; readonly why: Masked };

export type Outside = Pick<World, 'mask' | 'stop' | 'fetchRemote' | 'renderers'>;

export type Synced = Pick<ReviewedUnit, 'pair' | 'rendered' | 'base' | 'opened' | 'definitions'>;

/** Undefined where the reconciler keeps no such record. */
export async function lastSynced(world: Outside, unit: Synced, past: Past): Promise<LastSynced | undefined> {
  const [sided] = sidesOf(unit.pair);
  const last = sided?.reconciler.lastSync(sided.unit);
  if (sided === undefined || last === undefined || last.kind === 'none') return undefined;
  if (last.kind === 'unknown') return last;
  try {
    return await renderAgain(world, { unit, sided, last }, past);
  } catch (error) {
    // An old commit may be there without its files; that ends no review.
    if (!(error instanceof SourceError) || world.stop.aborted) throw error;
    return { kind: 'unknown', why: error.message };
  }
}

interface Asked {
  readonly unit: Synced;
  /** As base has it; as head has it where it is new. */
  readonly sided: Sided;
  readonly last: Extract<LastSync, { readonly kind: 'sources' }>;
}

/**
 * Whether what base renders otherwise than was applied can only come from elsewhere: nothing in Git waits, and a reference
 * moves of which no record says what it was at the last sync.
 */
export async function hasMovedUnrecorded(
  world: Pick<World, 'stop'>,
  unit: Synced,
  past: Past,
): Promise<boolean> {
  const { base } = unit.pair;
  const last = base?.reconciler.lastSync(base.unit);
  if (base === undefined || last?.kind !== 'sources') return false;
  if (movingIn(base, past.fetched) === undefined) return false;
  try {
    const then = await syncedThen(base, last, past);
    return then !== undefined && (await rendersAsBase(then, unit));
  } catch (error) {
    if (!(error instanceof SourceError) || world.stop.aborted) throw error;
    return false;
  }
}

/** Undefined where its commit is not in this copy of the repository. */
async function syncedThen(sided: Sided, last: Asked['last'], past: Past): Promise<Sided | undefined> {
  const tree = await treeOf(sided.tree, last.commit, past);
  if (tree === undefined) return undefined;
  return { ...sided, unit: last.unit, tree, closure: await sided.reconciler.closure(last.unit, tree) };
}

async function renderAgain(world: Outside, { unit, sided, last }: Asked, past: Past): Promise<LastSynced> {
  const { commit } = last;
  const then = await syncedThen(sided, last, past);
  if (then === undefined) {
    const why = words`the commit ${world.mask.text(commit ?? '')} is not in this copy of the repository`;
    return { kind: 'unknown', why };
  }
  const fetched = await fetchRemotes(world, [then], past.fetched);
  const moving = movingIn(then, fetched);
  if (moving !== undefined) {
    const why = words`which version of ${shownRemote(moving, world.mask)} it took is not on record`;
    return { kind: 'unknown', why };
  }
  if (await rendersAsBase(then, unit)) {
    return { kind: 'rendered', commit, objects: (unit.base ?? []).map(({ object }) => object) };
  }
  const render = await past.turns.run('render', async () => renderSide(world, then, { ...past, fetched }));
  const declared = declaredBy(render);
  const unread = unreadIn(render);
  if (declared === undefined || unread !== undefined) {
    return { kind: 'unknown', why: unread ?? words`it renders nothing` };
  }
  return { kind: 'rendered', commit, objects: placed(then, declared, unit).map(({ object }) => object) };
}

async function treeOf(own: Tree, commit: string | undefined, { treeAt }: Past): Promise<Tree | undefined> {
  return commit === undefined || commit === own.commit ? own : treeAt(commit);
}

/** Where the record pins a reference, it moves no more: what still does may have been something else then. */
export function movingIn({ closure }: Sided, fetched: Fetched): RemoteReference | undefined {
  return closure.remotes.find((remote) => {
    const found = fetched.get(remoteKey(remote));
    return found?.kind === 'tree' && found.moving;
  });
}

export function unreadIn(render: Render): Masked | undefined {
  if (render.kind === 'failed') return render.message;
  return gapsOf(render).find(({ kind }) => render.kind === 'gap' || kind === 'source-unreadable')?.why;
}

/** Told without rendering: by the plans, the files and the remotes. */
async function rendersAsBase(then: Sided, { pair: { base }, rendered }: Synced): Promise<boolean> {
  if (base === undefined || rendered.base.kind !== 'rendered' || unreadIn(rendered.base) !== undefined) {
    return false;
  }
  const { reconciler } = base;
  const paths = differingPaths(then.tree, base.tree);
  const pair = { id: base.unit.id, base: then, head: { ...base, unit: then.unit } };
  if (reasonToReview(pair, changedPaths(paths)) !== undefined) return false;
  if (remotesOf(then) !== remotesOf(base)) return false;
  const [plan, now] = [
    await reconciler.renderPlan(then.unit, then.tree),
    await reconciler.renderPlan(base.unit, base.tree),
  ];
  return !('why' in plan) && !('why' in now) && JSON.stringify(plan) === JSON.stringify(now);
}

function remotesOf({ closure }: Sided): string {
  return JSON.stringify(closure.remotes.map(remoteKey).sort());
}

function differingPaths(one: Tree, other: Tree): readonly string[] {
  if (one.oid === other.oid) return [];
  const paths = new Set([...one.entries.keys(), ...other.entries.keys()]);
  return [...paths].filter((path) => {
    const [a, b] = [one.entries.get(path), other.entries.get(path)];
    return a?.oid !== b?.oid || a?.kind !== b?.kind;
  });
}
