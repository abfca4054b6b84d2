/** A directory of a tree -> the objects in its YAML, JSON and Jsonnet files, as Argo CD reads them. */
import type { Json } from '../object/json.ts';
import { isJsonArray } from '../object/json.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Mask } from '../object/masked.ts';
import { isLfsPointer } from '../source/lfs-pointer.ts';
import type { Tree } from '../source/tree.ts';
import { manifestFiles } from './argo-cd-files.ts';
import { manifestOf, type Manifest } from './argo-cd-manifest.ts';
import { hasKind, objectsOf } from './argo-cd-objects.ts';
import type { Found } from './directory.ts';
import { evaluateJsonnet, type Evaluated } from './jsonnet.ts';
import type { ManifestReader } from './manifest-reader.ts';
import type { DirectoryPlan } from './placed-plan.ts';
import type { Run } from './program.ts';
import { unseen, type Dropped, type Rendering, type Unseen } from './rendering.ts';
import { limits } from './sandbox.ts';

export interface DirectorySource {
  readonly run: Run;
  readonly tree: Tree;
  readonly mask: Mask;
  readonly read: ManifestReader;
}

const tooMuch = 'its manifest files are larger together than its Argo CD reads of one directory';

const skipMarker = '+argocd:skip-file-rendering';

export async function renderArgoCdDirectory(
  plan: DirectoryPlan,
  source: DirectorySource,
): Promise<Rendering> {
  const { tree } = source;
  const found = await manifestFiles(plan, tree, source.run);
  if (found.kind === 'ended') return found.rendering;
  const notSeen: Unseen[] = [...found.unseen];
  const dropped: Dropped[] = [...found.dropped];
  const { texts, unreadable, bytes } = await textsOf(found.files, tree);
  if (isTooMuch(bytes, plan)) return { kind: 'failed', message: tooMuch, place: undefined };
  notSeen.push(...unreadable);

  const evaluated = await evaluatedIn(plan, source, texts);
  if (evaluated.kind === 'ended') return evaluated.rendering;
  notSeen.push(...evaluated.unseen);

  const declared: Declared[] = [];
  for (const { path, content } of texts) {
    if (isJsonnet(path) && plan.jsonnet === undefined) continue;
    const value = evaluated.values.get(path);
    const manifest = value === undefined ? manifestOf(path, content, source.read) : fromJsonnet(path, value);
    if (manifest.kind === 'failed') return manifest;
    if (manifest.kind === 'dropped') dropped.push(manifest.dropped);
    else declared.push(...manifest.declared);
  }
  return { kind: 'rendered', declared, unseen: notSeen, dropped, parameters: {} };
}

async function evaluatedIn(
  { path, jsonnet: options }: DirectoryPlan,
  source: DirectorySource,
  texts: readonly Text[],
): Promise<Evaluated> {
  if (options === undefined) return { kind: 'values', values: new Map(), unseen: [] };
  const files = texts.map((text) => text.path).filter(isJsonnet);
  return evaluateJsonnet(files, { ...source, path, options });
}

function isJsonnet(path: string): boolean {
  return path.endsWith('.jsonnet');
}

interface Text {
  readonly path: string;
  readonly content: Buffer;
}

function isTooMuch(bytes: number, { mostBytes = Infinity }: DirectoryPlan): boolean {
  return bytes > mostBytes;
}

interface Texts {
  readonly texts: readonly Text[];
  readonly unreadable: readonly Unseen[];
  /** Of all but Jsonnet, also of those that are left out. */
  readonly bytes: number;
}

/** Those that say of themselves that they are no manifests are left out. */
async function textsOf(files: readonly Found[], tree: Tree): Promise<Texts> {
  const contents = await tree.read(
    files.map(({ source }) => source),
    limits.read,
  );
  const texts: Text[] = [];
  const unreadable: Unseen[] = [];
  for (const { path, source } of files) {
    const content = contents.get(source);
    const trouble = troubleOf(content);
    if (trouble !== undefined) unreadable.push(unseen('source-unreadable', `${path} ${trouble}`));
    else if (content?.includes(skipMarker) === false) texts.push({ path, content });
  }
  const counted = files.filter(({ path }) => !isJsonnet(path));
  const sizes = counted.map(({ source }) => contents.get(source)?.length ?? 0);
  return { texts, unreadable, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function troubleOf(content: Buffer | undefined): string | undefined {
  if (content === undefined || isLfsPointer(content)) {
    return 'has no content here: it is too large, or in Git LFS';
  }
  // Argo CD reads both byte orders; the places of what is in it could not be told.
  const mark = content.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff' ? 'is in UTF-16, which is not read' : undefined;
}

/** One object, or a list of objects among which `null` stands for nothing. */
function fromJsonnet(path: string, value: Json): Manifest {
  const place = { file: path, line: 1 };
  const declared: Declared[] = [];
  for (const one of isJsonArray(value) ? value : [value]) {
    if (one === null) continue;
    if (!hasKind(one)) {
      const message = 'what this Jsonnet gives is no Kubernetes object and no list of them';
      return { kind: 'failed', message, place };
    }
    const objects = objectsOf(one, () => place);
    if (objects.kind === 'failed') return objects;
    declared.push(...objects.declared);
  }
  return { kind: 'objects', declared };
}
