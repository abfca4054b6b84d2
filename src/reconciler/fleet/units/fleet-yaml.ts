/** A bundle's directory and the GitRepo of which it is -> the Bundle that `fleet apply` would make of them, without its content. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { readValues } from '../../../object/yaml.ts';
import type { View } from '../../view.ts';
import { flagAt, listAt, objectAt, partAt, textAt, textsAt } from '../../../object/fields.ts';
import { releaseName } from '../names.ts';
import type { BundlePath } from './bundle-paths.ts';
import { fleetFiles } from './bundle-paths.ts';
import { mergedValues } from './merge.ts';
import { resourcesIn } from './resources.ts';

export interface DeclaredBundle {
  readonly name: string;
  readonly directory: string;
  /** What describes it; undefined where nothing does. */
  readonly file: string | undefined;
  /** BundleSpec, with the values of its values files in it. */
  readonly spec: JsonObject;
  readonly labels: Readonly<Record<string, string>>;
  /** A digest of the names and contents of its files. */
  readonly content: string;
  readonly targets: readonly JsonObject[];
  readonly restrictions: readonly JsonObject[];
  /** Why Fleet cannot read it; then it makes nothing of all the GitRepo. Raw. */
  readonly problem: string | undefined;
}

/** Undefined where it holds nothing at all. Throws SourceError. */
export async function bundleOf(
  path: BundlePath,
  repo: {
    readonly name: string;
    readonly spec: JsonObject;
    readonly labels: Readonly<Record<string, string>>;
  },
  view: View,
): Promise<DeclaredBundle | undefined> {
  const problems: string[] = [];
  const file = fileOf(path, view);
  const text = await described(file, view, problems);
  const names = [...valuesFilesIn(text), ...targetsIn(text).flatMap(valuesFilesIn)];
  const applied = ['fleet.yaml', path.file ?? '', ...names.flatMap((name) => [name, posix.basename(name)])];
  const { files, problem } = await resourcesIn(path.directory, view, applied);
  if (problem !== undefined) problems.push(problem);
  const values = await valuesOf(
    names.map((name) => [name, posix.join(path.directory, name)] as const),
    view,
    problems,
  );
  const withFiles = (part: JsonObject): JsonObject => withValues(part, values);
  const root = withFiles(text);
  const targets = targetsIn(text).map((target) => inherited(withFiles(target), root));
  if (files.size === 0 && problems.length === 0) return undefined;
  const shown = textAt(text, 'name');
  return {
    name: shown === '' ? releaseName(posix.join(repo.name, path.named)) : shown,
    directory: path.directory,
    file,
    spec: specOf(root, repo.spec),
    labels: { ...repo.labels, 'fleet.cattle.io/repo-name': repo.name, ...labelsIn(text) },
    content: contentOf(files, view),
    ...aimed(text, targets, repo.spec),
    problem: problems[0],
  };
}

function contentOf(files: ReadonlyMap<string, string>, { tree }: View): string {
  const named = [...files].map(([name, path]) => [name, tree.entries.get(path)?.oid ?? '']);
  return createHash('sha256').update(JSON.stringify(named)).digest('hex');
}

function fileOf({ directory, file }: BundlePath, { directories }: View): string | undefined {
  if (file !== undefined) return posix.join(directory, file);
  const name = fleetFiles.find((each) => directories.get(directory)?.includes(each) === true);
  return name === undefined ? undefined : posix.join(directory, name);
}

async function described(file: string | undefined, view: View, problems: string[]): Promise<JsonObject> {
  if (file === undefined) return {};
  const read = await documentIn(file, view);
  if (typeof read === 'string') {
    problems.push(`${file} ${read}`);
    return {};
  }
  if (listAt(read, 'imageScans').length > 0)
    problems.push(`${file} has imageScans, which are not switched on`);
  if (listAt(read, 'dependsOn').some(isNothing))
    problems.push(`${file} has an entry of dependsOn with neither name nor selector`);
  return read;
}

function isNothing(dependency: Json): boolean {
  return textAt(dependency, 'name') === '' && partAt(dependency, 'selector') === undefined;
}

const limits = { largest: 10_000_000, total: 10_000_000 };

/** Or what is wrong with it. */
async function documentIn(file: string, view: View): Promise<JsonObject | string> {
  const found = view.find(file);
  if (found.kind !== 'file') return 'is not there';
  const content = (await view.tree.read([found.path], limits)).get(found.path);
  if (content === undefined) return 'could not be read';
  const [document] = readValues(file, content);
  if (document === undefined || (document.kind === 'other' && document.value === null)) return {};
  if (document.kind === 'problem') return `is no YAML: ${document.message}`;
  return isJsonObject(document.value) ? document.value : 'holds no map';
}

function targetsIn(text: JsonObject): readonly JsonObject[] {
  const all = [...listAt(text, 'targets'), ...listAt(text, 'targetCustomizations')];
  return all.filter(isJsonObject);
}

function valuesFilesIn(part: JsonObject): readonly string[] {
  return textsAt(part, 'helm', 'valuesFiles');
}

/** By their names, from their paths. */
async function valuesOf(
  named: readonly (readonly [string, string])[],
  view: View,
  problems: string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const values = new Map<string, JsonObject>();
  for (const [name, file] of new Map(named)) {
    const read = await documentIn(file, view);
    if (typeof read === 'string') problems.push(`the values file ${file} ${read}`);
    else values.set(name, read);
  }
  return values;
}

/** The files lie above what is written in place. */
function withValues(part: JsonObject, values: ReadonlyMap<string, JsonObject>): JsonObject {
  const helm = partAt(part, 'helm');
  if (helm === undefined || valuesFilesIn(part).length === 0) return part;
  const merged = valuesFilesIn(part)
    .map((name) => values.get(name) ?? {})
    .reduce<JsonObject>(mergedValues, objectAt(helm, 'values'));
  return { ...part, helm: { ...helm, values: merged } };
}

/** Which chart it is, a customization that says anything of Helm has from the bundle. */
function inherited(target: JsonObject, root: JsonObject): JsonObject {
  const helm = partAt(target, 'helm');
  const above = partAt(root, 'helm');
  if (helm === undefined || above === undefined) return target;
  const named = (['repo', 'chart', 'version'] as const).flatMap((key) =>
    textAt(helm, key) === '' && textAt(above, key) !== '' ? [[key, textAt(above, key)] as const] : [],
  );
  return { ...target, helm: { ...helm, ...Object.fromEntries(named) } };
}

const notOptions = new Set([
  'name',
  'labels',
  'targets',
  'targetCustomizations',
  'imageScans',
  'overrideTargets',
]);

/** What the GitRepo says lies above what the bundle says. */
function specOf(root: JsonObject, repo: JsonObject): JsonObject {
  const own = Object.fromEntries(Object.entries(root).filter(([key]) => !notOptions.has(key)));
  const account = textAt(repo, 'serviceAccount');
  const namespace = textAt(repo, 'targetNamespace');
  return {
    ...own,
    ...(account === '' ? {} : { serviceAccount: account }),
    ...(namespace === '' ? {} : { namespace }),
    ...Object.fromEntries(
      (['paused', 'keepResources', 'deleteNamespace'] as const).flatMap((key) =>
        flagAt(repo, key) ? [[key, true] as const] : [],
      ),
    ),
    ...(flagAt(repo, 'correctDrift', 'enabled') ? { correctDrift: objectAt(repo, 'correctDrift') } : {}),
  };
}

function labelsIn(text: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectAt(text, 'labels')).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  );
}

const everywhere: JsonObject = { name: 'default', clusterGroup: 'default' };

function aimed(
  text: JsonObject,
  customizations: readonly JsonObject[],
  repo: JsonObject,
): Pick<DeclaredBundle, 'targets' | 'restrictions'> {
  const overriding = text['overrideTargets'];
  const named = listAt(repo, 'targets').filter(isJsonObject);
  const restrictions = Array.isArray(overriding)
    ? listAt(text, 'overrideTargets').filter(isJsonObject)
    : named.length === 0
      ? [everywhere]
      : named;
  const namespace = textAt(repo, 'targetNamespace');
  const targets = [...customizations, ...restrictions].map((target) =>
    namespace === '' ? target : { ...target, namespace },
  );
  return { targets: targets.length === 0 ? [everywhere] : targets, restrictions };
}
