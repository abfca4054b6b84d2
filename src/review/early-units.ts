/** Touched units, while servers keep some of them waiting -> the answers of those whose sources are all there. */
import { withHandOvers } from '../diff/handed-over.ts';
import type { Pair } from '../reconciler/pairs.ts';
import { sidesOf } from '../reconciler/pairs.ts';
import type { EarlierTrees } from '../source/earlier-trees.ts';
import { remoteKey } from '../source/remote.ts';
import { answerUnits } from './answer-units.ts';
import type { AnsweredUnit } from './answer-units.ts';
import type { Fetched, Fetching } from './fetch-remotes.ts';
import { pastOf } from './last-synced.ts';
import type { Sessions } from './sessions.ts';
import type { Selected } from './standing-units.ts';
import { renderStanding } from './standing-units.ts';
import { isAsked } from './unit.ts';
import type { World } from './world.ts';

/** A server that takes longer keeps nobody waiting but its own units. */
const patienceMs = 3000;

export interface Waiting {
  readonly selected: Selected;
  readonly sessions: Sessions;
  readonly fetching: Fetching;
  readonly treeAt: EarlierTrees;
}

/** `onSome` hears of them; when all is there they are answered once more, by what the late ones declare. Throws SourceError. */
export async function answerEarly(
  world: World,
  { selected: { touched, pairs }, sessions, fetching, treeAt }: Waiting,
  onSome: (done: readonly AnsweredUnit[], pending: number) => void,
): Promise<void> {
  if (await isDoneSoon(world, fetching)) return;
  const fetched = fetching.soFar();
  const early = touched.filter((pair) => isThere(pair, fetched));
  if (early.length === 0) return;
  const late = touched.length - early.length;
  const { units } = await renderStanding(world, { touched: early, pairs }, { sessions, fetched });
  const past = pastOf(treeAt, { sessions, fetched });
  const answered = await answerUnits(world, { units, past }, (done, pending) => onSome(done, pending + late));
  onSome(withHandOvers(answered, units.filter(isAsked), world.mask), late);
}

async function isDoneSoon({ clock, stop }: World, { done }: Fetching): Promise<boolean> {
  const enough = new AbortController();
  const signal = AbortSignal.any([stop, enough.signal]);
  const first = await Promise.race([
    done.then(() => 'done'),
    clock.sleep(patienceMs, signal).then(() => 'waiting'),
  ]);
  enough.abort();
  return first === 'done';
}

function isThere(pair: Pair, fetched: Fetched): boolean {
  return sidesOf(pair).every(({ closure }) =>
    closure.remotes.every((remote) => fetched.has(remoteKey(remote))),
  );
}
