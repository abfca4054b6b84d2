/** What both sides declare at first -> all units: each render that may declare further units is asked, until none is left. */
import type { Gap } from '../object/gap.ts';
import { inParallel } from '../live/in-parallel.ts';
import { words } from '../object/masked.ts';
import type { Declarations } from '../reconciler/declarations.ts';
import { discoverSides } from '../reconciler/pairs.ts';
import type { Side, Sided } from '../reconciler/pairs.ts';
import { settingsKey } from '../reconciler/settings-key.ts';
import { endIfStopped } from './end-if-stopped.ts';
import { fetchRemotes } from './fetch-remotes.ts';
import type { Fetched } from './fetch-remotes.ts';
import { rendersAtOnce, renderSide } from './render-pairs.ts';
import { openSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';
import type { World } from './world.ts';

interface Sides {
  readonly base: Declarations;
  readonly head: Declarations;
}

export interface All {
  readonly base: Side;
  readonly head: Side;
  readonly gaps: readonly Gap[];
  readonly sessions: Sessions;
  readonly fetched: Fetched;
}

/** Applications that declare applications that declare applications: nobody writes more, and a circle never ends. */
const mostRounds = 8;

/** Throws SourceError. */
export async function discoverAll(world: World, first: Sides, opened: Sessions): Promise<All> {
  let declarations = first;
  let sessions = opened;
  let fetched: Fetched = new Map();
  const asked = new Set<string>();
  for (let round = 0; ; round += 1) {
    endIfStopped(world);
    const { base, head } = await discoverSides(world.reconcilers, declarations);
    const more = {
      base: await unasked('base', base.units, asked),
      head: await unasked('head', head.units, asked),
    };
    const all = [...more.base, ...more.head];
    if (all.length === 0) return { base, head, gaps: [], sessions, fetched };
    if (round === mostRounds) return { base, head, gaps: [tooDeep(world, all)], sessions, fetched };
    sessions = await openSessions(
      world,
      all.map(({ unit }) => unit.target.cluster),
      sessions,
    );
    fetched = await fetchRemotes(world, all, fetched);
    const means = { sessions, fetched };
    declarations = {
      base: withRenders(declarations.base, base.units, await renderAll(world, more.base, means)),
      head: withRenders(declarations.head, head.units, await renderAll(world, more.head, means)),
    };
  }
}

/** Those whose render may declare units, and was not looked at yet. */
async function unasked(side: string, units: readonly Sided[], asked: Set<string>): Promise<readonly Sided[]> {
  const found: Sided[] = [];
  for (const sided of units) {
    const { unit, reconciler, tree } = sided;
    const key = `${side} ${unit.id} ${settingsKey(unit)}`;
    if (asked.has(key)) continue;
    asked.add(key);
    if (await reconciler.declares(unit, tree)) found.push(sided);
  }
  return found;
}

type Rendered = Declarations['rendered'];

/** Without those that do not render: a unit that the change touches says so itself. */
async function renderAll(
  world: World,
  units: readonly Sided[],
  means: { readonly sessions: Sessions; readonly fetched: Fetched },
): Promise<Rendered> {
  const renders = await inParallel(units, rendersAtOnce, async (sided) => {
    endIfStopped(world);
    return { unit: sided.unit, render: await renderSide(world, sided, means) };
  });
  return renders.flatMap(({ unit, render }) =>
    render.kind === 'rendered' ? [{ unit, objects: render.declared }] : [],
  );
}

/**
 * A unit that is declared otherwise than in an earlier round is rendered anew. What is none any more comes last: it
 * may be all that is known of what it declares, but where a unit declares the same, that one counts.
 */
function withRenders(declarations: Declarations, units: readonly Sided[], renders: Rendered): Declarations {
  const again = new Set(renders.map(({ unit }) => unit.id));
  const others = declarations.rendered.filter(({ unit }) => !again.has(unit.id));
  const there = new Set(units.map(({ unit }) => unit.id));
  const all = Map.groupBy([...others, ...renders], ({ unit }) => there.has(unit.id));
  return { ...declarations, rendered: [...(all.get(true) ?? []), ...(all.get(false) ?? [])] };
}

function tooDeep({ mask }: World, units: readonly Sided[]): Gap {
  const [first] = units;
  const why = words`units declare further units in more than ${mostRounds} steps, which looks like a circle; the last one looked at is ${mask.text(first?.unit.id ?? '')}`;
  return { kind: 'source-unreadable', unit: first?.unit.id, object: undefined, why };
}
