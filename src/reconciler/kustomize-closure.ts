/** A directory with a kustomization -> all that its build reads: files, other kustomizations, charts, remotes. */
import { posix } from 'node:path';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { Json } from '../object/json.ts';
import { words } from '../object/masked.ts';
import { readValues } from '../object/yaml.ts';
import type { Closure } from './unit.ts';
import { closed, closing, pathFrom, take, takeAll } from './closing.ts';
import type { Closing } from './closing.ts';
import type { InflatedChart, Reference } from './kustomization.ts';
import { isRemote, remoteOf } from './kustomize-remote.ts';
import type { View } from './view.ts';

/** What one kustomization names itself. */
export interface Step extends Closing {
  /** Directories of the kustomizations that it includes. */
  readonly includes: readonly string[];
}

/** More than any real build reads; beyond it the unit is rendered always, with its whole tree. */
const maxPaths = 50_000;
const known = new WeakMap<View, Map<string, Promise<Step>>>();

export async function kustomizeClosure(view: View, root: string): Promise<Closure> {
  const whole = closing(view);
  const seen = new Set([root]);
  for (const directory of seen) {
    const { paths, remotes, unknown, includes } = await stepAt(view, directory);
    for (const path of paths) whole.paths.add(path);
    for (const remote of remotes) whole.remotes.push(remote);
    for (const why of unknown) whole.unknown.push(why);
    for (const next of includes) seen.add(next);
    if (whole.paths.size + seen.size > maxPaths) {
      return { paths: ['./'], remotes: whole.remotes, unknown: [words`more than ${maxPaths} references`] };
    }
  }
  return closed(whole);
}

/** Made once for a tree: overlays share their bases. */
export async function stepAt(view: View, directory: string): Promise<Step> {
  const steps = known.get(view) ?? new Map<string, Promise<Step>>();
  known.set(view, steps);
  const made = steps.get(directory) ?? follow(view, directory);
  steps.set(directory, made);
  return made;
}

async function follow(view: View, directory: string): Promise<Step> {
  const target = closing(view);
  const kustomization = view.kustomizations.get(directory);
  if (kustomization === undefined) return { ...target, includes: [] };
  take(target, kustomization.place.file);
  if (kustomization.broken) {
    return { ...target, includes: followGuesses(target, directory, kustomization.entries) };
  }
  for (const file of kustomization.files) followFile(target, directory, file);
  for (const chart of kustomization.charts) {
    followChart(target, pathFrom(directory, kustomization.chartHome), chart);
  }
  const includes = kustomization.entries.flatMap((entry) => followEntry(target, directory, entry));
  for (const plugin of kustomization.plugins) {
    for (const path of await followPlugin(target, directory, plugin)) includes.push(path);
  }
  return { ...target, includes };
}

function followGuesses(target: Closing, directory: string, entries: readonly Reference[]): readonly string[] {
  target.unknown.push(words`a kustomization that cannot be read`);
  const existing = entries.filter(({ text }) => {
    const { kind } = target.view.find(pathFrom(directory, text));
    return kind === 'file' || kind === 'directory';
  });
  return existing.flatMap((entry) => followEntry(target, directory, entry));
}

function followFile(target: Closing, directory: string, reference: Reference): void {
  if (isRemote(reference.text)) target.remotes.push(remoteOf(reference));
  else take(target, pathFrom(directory, reference.text));
}

function followEntry(target: Closing, directory: string, entry: Reference): readonly string[] {
  const path = pathFrom(directory, entry.text);
  const { kind } = target.view.find(path);
  // As kustomize does: what exists is never taken for a URL.
  if (kind !== 'file' && kind !== 'directory' && isRemote(entry.text)) {
    target.remotes.push(remoteOf(entry));
    return [];
  }
  const found = take(target, path);
  return found.kind === 'directory' ? [found.path] : [];
}

/** The configuration of a plugin names files in fields of its own: every text that is a path counts. */
async function followPlugin(
  target: Closing,
  directory: string,
  plugin: Reference,
): Promise<readonly string[]> {
  if (plugin.text.includes('\n')) {
    followTexts(target, directory, readValues(plugin.place.file, plugin.text));
    return [];
  }
  const included = followEntry(target, directory, plugin);
  const found = target.view.find(pathFrom(directory, plugin.text));
  if (found.kind === 'directory') target.unknown.push(words`plugins that another kustomization makes`);
  if (found.kind !== 'file') return included;
  const content = (await target.view.tree.read([found.path])).get(found.path);
  followTexts(target, directory, readValues(found.path, content ?? ''));
  return included;
}

function followTexts(target: Closing, directory: string, documents: ReturnType<typeof readValues>): void {
  for (const document of documents) {
    if (document.kind === 'problem') target.unknown.push(words`a plugin's configuration that cannot be read`);
    else for (const text of textsIn(document.value)) followText(target, directory, text);
  }
}

function followText(target: Closing, directory: string, text: string): void {
  const path = pathFrom(directory, text.slice(text.indexOf('=') + 1));
  const found = target.view.find(path);
  if (found.kind === 'file') take(target, path);
  if (found.kind === 'directory' && found.path !== directory && text !== '.') takeAll(target, path);
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return value === '' || value.length > 1000 ? [] : [value];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** A chart in the chart home is used as it is; another is pulled into it, under its name or its name and version. */
function followChart(target: Closing, home: string, chart: InflatedChart): void {
  const candidates = [chart.name, ...(chart.version === undefined ? [] : [`${chart.name}-${chart.version}`])];
  const local = candidates
    .map((name) => posix.join(home, name))
    .find((path) => target.view.find(path).kind !== 'missing');
  if (local !== undefined) takeAll(target, local);
  else if (chart.repository === '') target.paths.add(posix.join(home, chart.name));
  else {
    const { repository, name, version = '*', place } = chart;
    const folder = chart.version === undefined ? home : posix.join(home, `${name}-${version}`);
    const use = { kind: 'inflated', home: { path: folder }, name } as const;
    target.remotes.push({ kind: 'chart', repository, name, version, place, use });
  }
}
