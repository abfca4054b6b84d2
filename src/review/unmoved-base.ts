/** A unit for which something is fetched that moved since its last sync -> what base renders with what that sync took. */
import type { KubeObject } from '../object/kube-object.ts';
import type { Sided } from '../reconciler/pairs.ts';
import type { Remote } from '../reconciler/unit.ts';
import { remoteKey } from '../source/remote.ts';
import { fetchRemotes } from './fetch-remotes.ts';
import type { Fetched } from './fetch-remotes.ts';
import { movingIn, unreadIn } from './last-synced.ts';
import type { Outside, Past, Synced } from './last-synced.ts';
import { declaredBy, renderSide } from './render-pairs.ts';
import { placed } from './unit.ts';

/** Undefined where that is not known as a whole. */
export async function unmovedBase(
  world: Outside,
  unit: Synced,
  past: Past,
): Promise<readonly KubeObject[] | undefined> {
  const { base } = unit.pair;
  if (base === undefined) return undefined;
  const fetched = await fetchedThen(world, base, past.fetched);
  if (movingIn(base, fetched) !== undefined) return undefined;
  const render = await past.turns.run('render', async () => renderSide(world, base, { ...past, fetched }));
  const declared = declaredBy(render);
  if (declared === undefined || unreadIn(render) !== undefined) return undefined;
  return placed(base, declared, unit).map(({ object }) => object);
}

/** By the keys of the references as base has them: what the last sync took of each, where its record says that. */
async function fetchedThen(world: Outside, base: Sided, now: Fetched): Promise<Fetched> {
  const consumed = base.reconciler.consumed(base.unit);
  const pins = base.closure.remotes.flatMap((remote) => {
    const version = consumed.get(remoteKey(remote));
    return version === undefined ? [] : [{ key: remoteKey(remote), pinned: pin(remote, version) }];
  });
  const remotes = pins.map(({ pinned }) => pinned);
  const fetched = await fetchRemotes(world, [{ ...base, closure: { ...base.closure, remotes } }], now);
  const then = pins.flatMap(({ key, pinned }) => {
    const found = fetched.get(remoteKey(pinned));
    return found === undefined ? [] : [[key, found] as const];
  });
  return new Map([...now, ...then]);
}

function pin(remote: Remote, version: string): Remote {
  switch (remote.kind) {
    case 'chart':
      return { ...remote, version };
    case 'git':
      return { ...remote, revision: version };
    case 'file':
      return remote;
  }
}
