/** Changed files that no unit reads -> gaps for those that hold Kubernetes objects: a unit may have lost them unseen. */
import { posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { matchesPath } from '../config/pattern.ts';
import type { RepositoryConfig } from '../config/repository.ts';
import type { Gap } from '../object/gap.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import { readValues, readYaml } from '../object/yaml.ts';
import { claimedBy } from '../reconciler/claimed.ts';
import type { Closure } from '../reconciler/unit.ts';
import { fromAbove } from '../reconciler/from-above.ts';
import type { ChangedPath } from '../source/changed-paths.ts';
import { isLfsPointer } from '../source/lfs-pointer.ts';
import { linkedTree } from '../source/read-links.ts';
import { resolvePath } from '../source/symlink.ts';
import type { Tree } from '../source/tree.ts';

/** Each is a finding; what is beyond is counted. */
const mostGaps = 20;
/** Bytes that are parsed, some seconds of work; what is beyond is counted. */
const mostParsed = 20_000_000;
const limits = { largest: 10_000_000, total: 200_000_000 };

export interface Outside {
  readonly tree: Tree;
  readonly changed: readonly ChangedPath[];
  /** Of head. */
  readonly closures: readonly Closure[];
  /** Of base: a pull request must not take its files out of its own review. */
  readonly configuration: Pick<RepositoryConfig, 'discover' | 'ignore'>;
}

/** Throws SourceError. */
export async function outsideUnits(outside: Outside, mask: Mask): Promise<readonly Gap[]> {
  if (!outside.configuration.discover) return [];
  const candidates = await candidatesIn(outside);
  const contents = await outside.tree.read([...new Set(candidates.map(({ source }) => source))], limits);
  const files = candidates
    .map(({ path, source }) => ({ path, content: contents.get(source) }))
    .filter(({ path, content }) => content === undefined || mayHoldObject(path, content));
  const whys = await whysFor(files, mask);
  return whys.map((why) => ({ kind: 'outside-units', unit: undefined, object: undefined, why }));
}

interface File {
  readonly path: string;
  /** Undefined when it is too large. */
  readonly content: Buffer | undefined;
}

async function whysFor(files: readonly File[], mask: Mask): Promise<readonly Masked[]> {
  const whys: Masked[] = [];
  let parsed = 0;
  for (const [index, file] of files.entries()) {
    if (whys.length >= mostGaps || parsed > mostParsed) {
      const rest = files.length - index;
      return [...whys, words`${rest} more changed files that no unit reads were not looked at`];
    }
    parsed += file.content?.length ?? 0;
    const why = whatIsIn(file);
    if (why !== undefined) whys.push(words`${mask.text(file.path)} ${why}, and no unit reads it`);
    await setImmediate();
  }
  return whys;
}

interface Candidate {
  readonly path: string;
  /** Another one where the path is a link. */
  readonly source: string;
}

async function candidatesIn({
  tree,
  changed,
  closures,
  configuration,
}: Outside): Promise<readonly Candidate[]> {
  const isClaimed = claimedBy(closures);
  const isIgnored = ignoredBy(configuration.ignore);
  const paths = changed
    .map(({ path }) => path)
    .filter((path) => /\.(?:yaml|yml|json)$/.test(path) && tree.entries.has(path))
    .filter((path) => !isClaimed(path) && !isHidden(path) && !isIgnored(path));
  if (paths.length === 0) return [];
  const linked = await linkedTree(tree);
  return paths.flatMap((path) => {
    const found = resolvePath(linked, path);
    if (found.kind !== 'inside' || tree.entries.get(found.path)?.kind === 'submodule') return [];
    return tree.entries.has(found.path) ? [{ path, source: found.path }] : [];
  });
}

/** In a directory that is hidden, as where units are looked for. */
function isHidden(path: string): boolean {
  const directory = posix.dirname(path);
  return directory !== '.' && directory.split('/').some((part) => part.startsWith('.'));
}

function ignoredBy(ignore: readonly string[]): (path: string) => boolean {
  const patterns = ignore.map((pattern) => pattern.replace(/\/+$/, ''));
  return fromAbove(false, (path, above) => above || patterns.some((pattern) => matchesPath(pattern, path)));
}

/** Without reading it as YAML: a key can be written as it is, with escapes, or as `!!binary`. UTF-16 has zero bytes. */
function mayHoldObject(path: string, content: Buffer): boolean {
  if (isLfsPointer(content)) return !path.endsWith('.json');
  return ['apiVersion', '\\', 'binary', '\0'].some((part) => content.includes(part));
}

/** Undefined where nothing is in it that `kubectl apply` would send. */
function whatIsIn({ path, content }: File): Masked | undefined {
  if (content === undefined) return words`could not be read`;
  if (isLfsPointer(content)) return words`is kept in Git LFS`;
  const documents = readYaml(path, content);
  const holds = documents.some((document) => document.kind === 'object' && !isKustomization(document.object));
  if (holds) return words`holds a Kubernetes object`;
  const isBroken = documents.some(({ kind }) => kind === 'problem') && cannotBeRead(path, content);
  return isBroken && looksSo(content) ? words`cannot be read, and looks like a Kubernetes object` : undefined;
}

function isKustomization({ apiVersion }: { readonly apiVersion: string }): boolean {
  return apiVersion.startsWith('kustomize.config.k8s.io/');
}

/** An object without a name is a problem too, but one of which kubectl makes nothing either. */
function cannotBeRead(path: string, content: Buffer): boolean {
  return readValues(path, content).some(({ kind }) => kind === 'problem');
}

function looksSo(content: Buffer): boolean {
  const text = content.toString('utf8').replaceAll('\0', '');
  return /apiVersion|\\[xuU]|!!binary|[\u0085\u2028\u2029]/.test(text);
}
