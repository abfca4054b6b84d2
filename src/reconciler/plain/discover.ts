/** A tree and the repository's file -> the units in it: those that are found by looking, and those that are configured. */
import type { RepositoryConfig, UnitConfig } from '../../config/repository.ts';
import type { Place } from '../../object/place.ts';
import type { Declarations, Discovery } from '../declarations.ts';
import type { Location, Unit } from '../unit.ts';
import { ignoredBy } from './ignored.ts';
import { manifestDirectories } from './manifest-directories.ts';
import { isBelowKept, keptSource, leadsAway } from './kept.ts';
import type { Source } from './kept.ts';
import { rootsOf } from './roots.ts';
import type { Roots } from './roots.ts';
import { settingsFor } from './settings.ts';
import { viewOf } from '../view.ts';
import type { View } from '../view.ts';

export async function discover(declarations: Declarations): Promise<Discovery> {
  const { repository, tree } = declarations;
  const view = await viewOf(tree);
  const configured = repository.units.flatMap((config) => configuredUnit(view, declarations, config));
  if (!repository.discover) return byId(configured);
  const isIgnored = ignoredBy(repository.ignore);
  const { roots, sources } = await sourcesIn(view, repository);
  const kept = (declarations.others ?? [])
    .filter(({ reconciler }) => reconciler === 'plain')
    .flatMap((unit) => keptSource({ view, roots, isIgnored }, unit) ?? []);
  const alone = sources.filter((source) => !isBelowKept(kept, source));
  // Also with its renderer: a chart without its Chart.yaml is a broken chart, not a directory.
  const byPath = new Map([...alone, ...kept].map((source) => [source.path, source]));
  const found = [...byPath.values()]
    .filter(({ path, renderer }) => !isConfigured(repository, path, renderer))
    .map((source) =>
      unitOf(view, declarations, {
        ...source,
        config: { path: source.path, prune: false, recurse: false },
        guessed: true,
      }),
    );
  return byId([...configured, ...found]);
}

function byId(units: readonly Unit[]): Discovery {
  return { units: [...units].sort((a, b) => (a.id < b.id ? -1 : 1)), gaps: [] };
}

interface Looked {
  readonly roots: Roots;
  readonly sources: readonly Source[];
}

const looks = new WeakMap<View, WeakMap<RepositoryConfig, Promise<Looked>>>();

/** Made once for a tree: it is asked for again where the other side has more units. */
async function sourcesIn(view: View, repository: RepositoryConfig): Promise<Looked> {
  const known = looks.get(view) ?? new WeakMap<RepositoryConfig, Promise<Looked>>();
  looks.set(view, known);
  const made = known.get(repository) ?? look(view, repository);
  known.set(repository, made);
  return made;
}

/** A directory with a kustomization is one even if it holds a chart or objects too: so does `kubectl apply -k`. */
async function look(view: View, repository: RepositoryConfig): Promise<Looked> {
  const isIgnored = ignoredBy(repository.ignore);
  const roots = await rootsOf(view, isIgnored);
  const directories = await manifestDirectories(view, roots.owned, isIgnored);
  const sources: Source[] = [
    ...roots.kustomizations.map((path) => ({ path, renderer: 'kustomize' as const })),
    ...roots.charts
      .filter((path) => !view.kustomizations.has(path))
      .map((path) => ({ path, renderer: 'helm' as const })),
    ...directories.map((path) => ({ path, renderer: 'directory' as const })),
  ];
  return { roots, sources: sources.filter(({ path }) => !isIgnored(path)) };
}

function isConfigured(repository: RepositoryConfig, path: string, renderer: Source['renderer']): boolean {
  return repository.units.some((unit) => {
    if (unit.path === path) return true;
    return unit.recurse && renderer === 'directory' && isBelow(unit.path, path);
  });
}

function isBelow(directory: string, path: string): boolean {
  return directory === '.' ? path !== '.' : path.startsWith(`${directory}/`);
}

/** A configured unit whose directory is not in the tree does not exist on this side; a path that leads away is no such. */
function configuredUnit(view: View, declarations: Declarations, config: UnitConfig): readonly Unit[] {
  const found = view.find(config.path);
  if (found.kind !== 'directory' && !leadsAway(found)) return [];
  const renderer =
    config.renderer ?? (found.kind === 'directory' ? rendererOf(view, found.path) : 'directory');
  return [unitOf(view, declarations, { path: config.path, renderer, config, guessed: false })];
}

function rendererOf(view: View, directory: string): Source['renderer'] {
  if (view.kustomizations.has(directory)) return 'kustomize';
  return view.charts.has(directory) ? 'helm' : 'directory';
}

function unitOf(
  view: View,
  { clusters }: Declarations,
  { path, renderer, config, guessed }: Source & { readonly config: UnitConfig; readonly guessed: boolean },
): Unit {
  const [onlyCluster] = clusters.length === 1 ? clusters : [];
  // A name that this repository may not use stays, so that the review can say so.
  const target: Location = {
    cluster: config.cluster ?? onlyCluster?.name,
    namespace: config.namespace,
  };
  return {
    id: `plain/${path}${config.name === undefined ? '' : `:${config.name}`}`,
    reconciler: 'plain',
    home: target,
    target,
    path,
    declaration: {
      place: placeOf(view, path, renderer),
      uid: undefined,
      generation: undefined,
      settings: settingsFor(renderer, config, guessed),
    },
  };
}

function placeOf(view: View, path: string, renderer: Source['renderer']): Place | undefined {
  if (renderer === 'kustomize') return view.kustomizations.get(path)?.place;
  return renderer === 'helm' ? view.charts.get(path)?.place : undefined;
}
