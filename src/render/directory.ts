/** A directory of a tree -> the objects in its YAML and JSON files, as `kubectl apply -f` reads them. */
import { isJsonObject } from '../object/json.ts';
import type { Declared } from '../object/kube-object.ts';
import type { YamlDocument } from '../object/yaml.ts';
import { isLfsPointer } from '../source/lfs-pointer.ts';
import { linkedTree } from '../source/read-links.ts';
import { resolvePath, type LinkedTree } from '../source/symlink.ts';
import type { Tree } from '../source/tree.ts';
import type { ManifestReader } from './manifest-reader.ts';
import type { DirectoryPlan } from './placed-plan.ts';
import { unseen, type Failed, type Rendering, type Unseen } from './rendering.ts';
import { prefixOf } from './repository-path.ts';
import { limits } from './sandbox.ts';

export async function renderDirectory(
  plan: DirectoryPlan,
  tree: Tree,
  read: ManifestReader,
): Promise<Rendering> {
  const { files, unseen: unread } = await filesOf(plan, tree);
  const contents = await tree.read(
    files.map(({ source }) => source),
    limits.read,
  );
  const declared: Declared[] = [];
  for (const { path, source } of files) {
    const content = contents.get(source);
    if (content === undefined || isLfsPointer(content)) {
      unread.push(unseen('source-unreadable', `${path} has no content here: it is too large, or in Git LFS`));
      continue;
    }
    const documents = read(path, content);
    if (plan.dialect === 'fleet' && documents.some(isKindless)) continue;
    for (const document of documents) {
      const failed = failureOf(document);
      if (failed !== undefined) return failed;
      if (document.kind === 'object') declared.push({ object: document.object, origin: document.place });
    }
  }
  return { kind: 'rendered', declared, unseen: unread, parameters: {} };
}

export interface Found {
  readonly path: string;
  /** The file that is read: another one where `path` is a symbolic link. */
  readonly source: string;
}

async function filesOf(
  plan: DirectoryPlan,
  tree: Tree,
): Promise<{ files: readonly Found[]; unseen: Unseen[] }> {
  if (plan.files !== undefined) {
    return { files: plan.files.map((path) => ({ path, source: path })), unseen: [] };
  }
  const isBelow = belowOf(plan);
  const linked = await linkedTree(tree);
  const files: Found[] = [];
  const notSeen: Unseen[] = refusedBelow((path) => isBelow(path) && isManifestName(path), tree);
  for (const { path, kind } of [...tree.entries.values()].filter((entry) => isBelow(entry.path))) {
    if (kind === 'submodule') {
      if (plan.recurse)
        notSeen.push(unseen('source-unreadable', `${path} is a submodule, which is not followed`));
      continue;
    }
    if (!isManifestName(path)) continue;
    const source = followed(path, linked);
    if (source === undefined) {
      notSeen.push(unseen('source-unreadable', `${path} is a symbolic link to no file of the tree`));
    } else files.push({ path, source });
  }
  return { files: files.sort((a, b) => compareWalk(a.path, b.path)), unseen: notSeen };
}

function belowOf({ path, recurse }: DirectoryPlan): (path: string) => boolean {
  const prefix = prefixOf(path);
  return (each) => each.startsWith(prefix) && (recurse || !each.slice(prefix.length).includes('/'));
}

/** Files whose names cannot be used. */
export function refusedBelow(isRead: (path: string) => boolean, { refused = [] }: Tree): Unseen[] {
  return refused
    .filter(({ shown }) => isRead(shown))
    .map(({ shown, why }) => unseen('source-unreadable', `${shown}: its ${why}`));
}

function isManifestName(name: string): boolean {
  return /\.(?:yaml|yml|json)$/u.test(name);
}

/** By name within each directory, a directory's files in the place of its name: the order in which kubectl walks. */
export function compareWalk(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const order = Buffer.compare(Buffer.from(left[index] ?? ''), Buffer.from(right[index] ?? ''));
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Fleet passes over the whole file then. */
function isKindless(document: YamlDocument): boolean {
  return document.kind === 'other' && isJsonObject(document.value);
}

/** A map with none of an object's keys (values, a workflow) is no object and is passed over; half an object is an error. */
function failureOf(document: YamlDocument): Failed | undefined {
  if (document.kind === 'object') return undefined;
  if (document.kind === 'problem')
    return { kind: 'failed', message: document.message, place: document.place };
  const { value, place } = document;
  if (!isJsonObject(value))
    return { kind: 'failed', message: 'this document is no Kubernetes object', place };
  const missing = ['apiVersion', 'kind', 'metadata'].filter((key) => !Object.hasOwn(value, key));
  if (missing.length === 3) return undefined;
  return {
    kind: 'failed',
    message: `this document is no Kubernetes object: ${missing.join(' and ')} is missing`,
    place,
  };
}

function followed(path: string, tree: LinkedTree): string | undefined {
  const resolved = resolvePath(tree, path);
  if (resolved.kind !== 'inside') return undefined;
  const kind = tree.entries.get(resolved.path)?.kind;
  return kind === 'file' || kind === 'executable' ? resolved.path : undefined;
}
