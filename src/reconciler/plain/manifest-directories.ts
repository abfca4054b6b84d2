/** A tree -> the directories whose files look like Kubernetes objects and belong to no kustomization and no chart. */
import { posix } from 'node:path';
import { isLfsPointer } from '../../source/lfs-pointer.ts';
import { fromAbove } from '../from-above.ts';
import { partsOfCharts } from '../chart-parts.ts';
import { isManifestName } from './directory-closure.ts';
import { remember, wasManifest } from './looked-at.ts';
import { looksLikeManifest } from './manifest-text.ts';
import type { View } from '../view.ts';

/** Per batch, so that a partial clone fetches few times, and memory holds one batch at most. */
const batchFiles = 4000;
const limits = { largest: 10_000_000, total: 400_000_000 };

/** `owned`: files that kustomizations refer to. */
export async function manifestDirectories(
  view: View,
  owned: ReadonlySet<string>,
  isIgnored: (path: string) => boolean,
): Promise<readonly string[]> {
  const candidates = candidatesIn(view, owned, isIgnored);
  const unknown = candidates.filter((candidate) => wasManifest(candidate) === undefined);
  const found = new Set(candidates.filter((candidate) => wasManifest(candidate) === true).map(directoryOf));
  const pending: (readonly Candidate[])[] = [];
  for (let at = 0; at < unknown.length; at += batchFiles) pending.push(unknown.slice(at, at + batchFiles));
  for (let batch = pending.pop(); batch !== undefined; batch = pending.pop()) {
    const sources = batch.map(({ source }) => source);
    const contents = await view.tree.read(sources, limits);
    if (contents.size === 0 && batch.length > 1) {
      // Together they may be too large; which of them are by themselves is seen in smaller batches.
      const middle = Math.ceil(batch.length / 2);
      pending.push(batch.slice(0, middle), batch.slice(middle));
      continue;
    }
    for (const candidate of batch) {
      const { path, source } = candidate;
      if (remember(candidate, isManifest(path, contents.get(source)))) found.add(directoryOf(candidate));
    }
  }
  return [...found].sort();
}

function directoryOf({ path }: Candidate): string {
  return posix.dirname(path);
}

/** A file whose content is not to be had is one: its render says so. */
function isManifest(path: string, content: Buffer | undefined): boolean {
  if (content === undefined || isLfsPointer(content)) return !path.endsWith('.json');
  return looksLikeManifest(path, content);
}

interface Candidate {
  readonly path: string;
  /** Another one where the path is a link. */
  readonly source: string;
  /** Of the source. */
  readonly oid: string;
}

function candidatesIn(
  view: View,
  owned: ReadonlySet<string>,
  isIgnored: (path: string) => boolean,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const isBelowKustomization = belowKustomization(view);
  const partOfChart = partsOfCharts(view);
  for (const [directory, names] of view.directories) {
    if (isHidden(directory) || isBelowKustomization(directory) || partOfChart(directory) !== undefined)
      continue;
    const files = names.filter(isManifestName).map((name) => posix.join(directory, name));
    if (files.some((file) => owned.has(file))) continue;
    for (const path of files) {
      const candidate = isIgnored(path) ? undefined : candidateAt(view, path);
      if (candidate !== undefined) candidates.push(candidate);
    }
  }
  return candidates;
}

function candidateAt(view: View, path: string): Candidate | undefined {
  const target = view.find(path);
  const oid = target.kind === 'file' ? view.tree.entries.get(target.path)?.oid : undefined;
  return target.kind !== 'file' || oid === undefined ? undefined : { path, source: target.path, oid };
}

export function isHidden(directory: string): boolean {
  return directory !== '.' && directory.split('/').some((part) => part.startsWith('.'));
}

/** At the root a kustomization says nothing about all the rest of the repository. */
function belowKustomization({ kustomizations }: View): (directory: string) => boolean {
  const isBelow = fromAbove(false, (directory, above) => above || kustomizations.has(directory));
  return (directory) => isBelow(directory) || kustomizations.has(directory);
}

export function ancestors(directory: string): readonly string[] {
  const above: string[] = [];
  for (let here = directory; here !== '.';) {
    here = posix.dirname(here);
    above.push(here);
  }
  return above;
}
