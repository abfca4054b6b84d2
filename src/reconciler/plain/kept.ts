/** A unit of the other side that looking does not find on this side -> what is left of it here that may still declare it. */
import { posix } from 'node:path';
import { isPartOf, partsOfCharts } from '../chart-parts.ts';
import type { Unit } from '../unit.ts';
import { chartFile } from '../chart.ts';
import { isManifestName } from './directory-closure.ts';
import { kustomizationNames } from '../kustomization.ts';
import type { Roots } from './roots.ts';
import { settingsOf } from './settings.ts';
import type { Settings } from './settings.ts';
import type { Found, View } from '../view.ts';

export interface Source {
  readonly path: string;
  readonly renderer: Settings['renderer'];
}

interface Here {
  readonly view: View;
  readonly roots: Roots;
  readonly isIgnored: (path: string) => boolean;
}

/** A submodule or a link to nothing that is here: what stands there was not seen, which is not the same as nothing. */
export function leadsAway(found: Found): boolean {
  return found.kind === 'outside' || (found.kind === 'missing' && found.links.length > 0);
}

/**
 * Undefined where nothing is left, or where another unit has taken all that is left. What is left may be broken, and
 * may turn out to declare nothing: that is for its render to say.
 */
export function keptSource(here: Here, { path, ...unit }: Unit): Source | undefined {
  const found = here.view.find(path);
  const { renderer } = settingsOf({ path, ...unit });
  if (leadsAway(found)) return { path, renderer };
  if (found.kind !== 'directory') return isRefused(here.view, path) ? { path, renderer } : undefined;
  const left = rendererLeft(here, found.path, renderer);
  return left === undefined ? undefined : { path, renderer: left };
}

/** All that is left there has names that cannot be used. */
function isRefused({ tree }: View, path: string): boolean {
  return (tree.refused ?? []).some(({ shown }) => shown.startsWith(`${path}/`));
}

/** Directories that are a unit only because the chart above them could not be seen as one. */
export function isBelowKept(kept: readonly Source[], { path, renderer }: Source): boolean {
  if (renderer !== 'directory') return false;
  return kept.some((above) => above.renderer === 'helm' && above.path !== path && isPartOf(above.path, path));
}

function rendererLeft(
  here: Here,
  directory: string,
  renderer: Source['renderer'],
): Source['renderer'] | undefined {
  const { view, roots } = here;
  if (view.kustomizations.has(directory)) return roots.surelyTaken.has(directory) ? undefined : 'kustomize';
  // A file of that name that is no kustomization any more is another object, or something else.
  if (renderer === 'kustomize' && holdsDirectory(view, directory, kustomizationNames)) return 'kustomize';
  if (isTakenByChart(view, roots, directory)) return undefined;
  const isChart = view.charts.has(directory) || holdsDirectory(view, directory, [chartFile, 'templates']);
  if (renderer === 'helm' && isChart) return 'helm';
  return holdsManifest(here, directory) ? 'directory' : undefined;
}

function holdsDirectory(view: View, directory: string, names: readonly string[]): boolean {
  return names.some((name) => view.directories.has(posix.join(directory, name)));
}

/** By its name, whatever is in it. */
function holdsManifest({ view, roots, isIgnored }: Here, directory: string): boolean {
  const paths = (view.directories.get(directory) ?? [])
    .filter(isManifestName)
    .map((name) => posix.join(directory, name));
  return paths.some(
    (path) => !view.directories.has(path) && !roots.surelyTaken.has(path) && !isIgnored(path),
  );
}

/** A library renders nothing by itself, and so takes nothing by being there. */
function isTakenByChart(view: View, { charts }: Roots, directory: string): boolean {
  const chart = partsOfCharts(view)(directory);
  if (chart === undefined) return false;
  return charts.includes(chart) || view.charts.get(chart)?.library === false;
}
