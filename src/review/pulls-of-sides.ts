/** The open pull requests as they are now -> as each side has them: the merge closes the one under review. */
import type { ListOpenPulls, OpenPulls } from '../source/open-pulls.ts';
import type { World } from './world.ts';

export interface PullsOfSides {
  readonly base: ListOpenPulls | undefined;
  readonly head: ListOpenPulls | undefined;
}

/** Listed once, and only if anybody asks. */
export function pullsOfSides(pulls: World['pulls']): PullsOfSides {
  if (pulls === undefined) return { base: undefined, head: undefined };
  let listing: Promise<OpenPulls> | undefined;
  const base: ListOpenPulls = async () => (listing ??= pulls.list());
  const head: ListOpenPulls = async () => {
    const all = await base();
    if (all.kind !== 'listed') return all;
    return { ...all, pulls: all.pulls.filter(({ number }) => number !== pulls.own) };
  };
  return { base, head };
}
