/** Units with sources outside the repository -> what was fetched for them, each reference once. */
import type { Gap } from '../object/gap.ts';
import { inParallel } from '../live/in-parallel.ts';
import type { Sided } from '../reconciler/pairs.ts';
import type { FetchedTree } from '../render/request.ts';
import { remoteKey } from '../source/remote.ts';
import type { RemoteTree } from '../source/remote.ts';
import type { World } from './world.ts';

/** By `remoteKey`. */
export type Fetched = ReadonlyMap<string, RemoteTree>;

/** Servers are slow in their own ways, and none of them must wait for another. */
const atOnce = 8;

/** What is asked for, while some of it is still on its way. */
export interface Fetching {
  /** What has come so far, with what was there already. */
  readonly soFar: () => Fetched;
  readonly done: Promise<Fetched>;
}

export function startFetching(
  { fetchRemote }: Pick<World, 'fetchRemote'>,
  sides: readonly Sided[],
  already: Fetched,
): Fetching {
  const wanted = new Map(
    sides
      .flatMap(({ unit, closure }) => closure.remotes.map((remote) => ({ remote, unit: unit.id })))
      .map((one) => [remoteKey(one.remote), one] as const)
      .filter(([key]) => !already.has(key)),
  );
  const fetched = new Map(already);
  const all = inParallel([...wanted], atOnce, async ([key, { remote, unit }]) =>
    fetched.set(key, await fetchRemote(remote, unit)),
  );
  return { soFar: () => new Map(fetched), done: all.then(() => fetched) };
}

export async function fetchRemotes(
  world: Pick<World, 'fetchRemote'>,
  sides: readonly Sided[],
  already: Fetched,
): Promise<Fetched> {
  return startFetching(world, sides, already).done;
}

/** What of a unit's remotes could not be had. */
export function remoteGaps({ unit, closure }: Sided, fetched: Fetched): readonly Gap[] {
  return closure.remotes.flatMap((remote) => {
    const found = fetched.get(remoteKey(remote));
    return found?.kind === 'gap' ? [{ ...found.gap, unit: unit.id }] : [];
  });
}

/** Whether something that was fetched is not what the unit's last sync consumed. */
export function hasMoved({ unit, reconciler, closure }: Sided, fetched: Fetched): boolean {
  const consumed = reconciler.consumed(unit);
  return closure.remotes.map(remoteKey).some((key) => {
    const [before, now] = [consumed.get(key), fetched.get(key)];
    return before !== undefined && now?.kind === 'tree' && before !== now.version;
  });
}

export function treesOf(fetched: Fetched): ReadonlyMap<string, FetchedTree> {
  return new Map(
    [...fetched].flatMap(([key, found]) => (found.kind === 'tree' ? [[key, found] as const] : [])),
  );
}
