/**
 * Both trees, the base's configuration and the home clusters -> every unit of the repository, on both sides: a unit's
 * render may declare further ones, until there are no more. Throws ConfigError, SourceError.
 */
import { matchesPath } from '../config/pattern.ts';
import type { RepositoryConfig } from '../config/repository.ts';
import { repositoryFile } from '../config/repository.ts';
import type { Gap } from '../object/gap.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Declarations, Remark } from '../reconciler/declarations.ts';
import type { Pair } from '../reconciler/pairs.ts';
import { pairUp } from '../reconciler/pairs.ts';
import type { ConfigurationChange } from '../risk/rule.ts';
import type { ChangedPath } from '../source/changed-paths.ts';
import type { GitTree } from '../source/git-tree.ts';
import type { Revisions } from '../source/revisions.ts';
import type { Tree } from '../source/tree.ts';
import { readConfigurations } from './configuration.ts';
import { discoverAll } from './discover-all.ts';
import type { Fetched } from './fetch-remotes.ts';
import type { Homes } from './homes.ts';
import { outsideUnits } from './outside-units.ts';
import { pullsOfSides } from './pulls-of-sides.ts';
import type { Sessions } from './sessions.ts';
import type { World } from './world.ts';

export interface Found {
  readonly pairs: readonly Pair[];
  readonly configuration: RepositoryConfig;
  readonly configurationChange: ConfigurationChange | undefined;
  readonly gaps: readonly Gap[];
  readonly remarks: readonly Remark[];
  /** With the clusters that were asked on the way. */
  readonly sessions: Sessions;
  readonly fetched: Fetched;
}

export async function findPairs(
  { baseTree, headTree, changed }: Extract<Revisions, { readonly kind: 'merged' }>,
  world: World,
  { homes, sessions }: Homes,
): Promise<Found> {
  // Head lacks only what differs.
  for (const tree of [baseTree, headTree]) {
    await tree.prefetch([repositoryFile, ...world.reconcilers.flatMap((one) => one.foreseen(tree))]);
  }
  const configurations = await readConfigurations({ baseTree, headTree }, world.mask);
  const { configuration } = configurations;
  const pulls = pullsOfSides(world.pulls);
  const declarationsIn = (side: Declarations['side'], tree: Tree): Declarations => ({
    side,
    tree,
    origin: world.origin,
    rendered: [],
    homes,
    repository: configuration,
    clusters: world.clusters.map(({ config }) => config),
    mask: world.mask,
    changed: changed.map(({ path }) => path),
    pulls: pulls[side],
  });
  const { base, head, ...grown } = await discoverAll(
    world,
    { base: declarationsIn('base', baseTree), head: declarationsIn('head', headTree) },
    sessions,
  );
  const closures = head.units.map(({ closure }) => closure);
  return {
    pairs: pairUp(base.units, head.units),
    ...configurations,
    ...grown,
    remarks: head.remarks,
    // What base could not show is old news; what concerns a unit of head is told with that unit.
    gaps: [
      ...head.gaps,
      ...grown.gaps,
      ...missingUnits(configuration, [baseTree, headTree], world.mask),
      ...refusedEntries(headTree, changed, world.mask),
      ...changedSubmodules(headTree, { changed, ignore: configuration.ignore }, world.mask),
      ...(await outsideUnits({ tree: headTree, changed, closures, configuration }, world.mask)),
    ],
  };
}

/** A unit that is configured and nowhere there would otherwise be silence: a misspelled path looks at nothing. */
function missingUnits({ units }: RepositoryConfig, trees: readonly Tree[], mask: Mask): readonly Gap[] {
  const isThere = (path: string): boolean => path === '.' || trees.some((tree) => holds(tree, path));
  return units
    .filter(({ path }) => !isThere(path))
    .map(({ path }) =>
      sourceGap(
        words`${mask.text(repositoryFile)} names the unit ${mask.text(path)}, and there is no such directory`,
      ),
    );
}

/** Also where the way goes through a link or into a submodule: then there is a unit, which tells more. */
function holds({ entries }: Tree, path: string): boolean {
  const way = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const kinds = way.map((each) => entries.get(each)?.kind);
  if (kinds.some((kind) => kind === 'symlink' || kind === 'submodule')) return true;
  return [...entries.keys()].some((each) => each.startsWith(`${path}/`));
}

/** Old ones are old news. */
function refusedEntries({ refused }: GitTree, changed: readonly ChangedPath[], mask: Mask): readonly Gap[] {
  const paths = new Set(changed.map(({ path }) => path));
  return refused
    .filter(({ shown }) => paths.has(shown))
    .map(({ shown, why }) => sourceGap(words`${mask.text(shown)} was left out: its ${mask.text(why)}`));
}

/** What another repository holds at its new commit is not fetched, whatever it is. */
function changedSubmodules(
  { entries }: Tree,
  { changed, ignore }: { readonly changed: readonly ChangedPath[]; readonly ignore: readonly string[] },
  mask: Mask,
): readonly Gap[] {
  return changed
    .filter(({ path }) => entries.get(path)?.kind === 'submodule')
    .filter(({ path }) => !ignore.some((pattern) => matchesPath(pattern.replace(/\/\*\*$|\/+$/, ''), path)))
    .map(({ path }) => sourceGap(words`${mask.text(path)} is a submodule, which is not followed`));
}

function sourceGap(why: Masked): Gap {
  return { kind: 'source-unreadable', unit: undefined, object: undefined, why };
}
