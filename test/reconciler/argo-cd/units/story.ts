/** Files, homes and renders -> what Argo CD's units are, short enough to compare with. */
import assert from 'node:assert/strict';
import type { ClusterConfig, InstallationConfig } from '../../../../src/config/operator.ts';
import { parseRepositoryConfig } from '../../../../src/config/repository.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { createMask } from '../../../../src/object/mask.ts';
import { readYaml } from '../../../../src/object/yaml.ts';
import type { ArgoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import { discover } from '../../../../src/reconciler/argo-cd/units/discover.ts';
import type { Declarations, Discovery, Home } from '../../../../src/reconciler/declarations.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import type { Tree } from '../../../../src/source/tree.ts';
import { treeOf } from '../../../render/tree.ts';
import type { Files } from '../../../render/tree.ts';

export const here = 'https://github.com/octo-org/shop';
export const origin = { urls: [here], branch: 'main', defaultBranch: 'main' };

export const installation: InstallationConfig = {
  kind: 'argo-cd',
  cluster: 'hub',
  namespace: 'argocd',
  version: 'v3.5.7',
  appliesAs: [],
};

export function cluster(name: string, knownAs: readonly string[] = []): ClusterConfig {
  return {
    name,
    reach: { inCluster: true },
    allowUnguarded: false,
    concurrency: 1,
    knownAs,
    production: false,
  };
}

export interface Spec {
  readonly name?: string;
  readonly namespace?: string;
  readonly annotations?: JsonObject;
  readonly finalizers?: readonly string[];
  /** Instead of a source with this path. */
  readonly spec?: JsonObject;
  readonly path?: string;
}

export const inCluster = { server: 'https://kubernetes.default.svc', namespace: 'shop' };

export function application({ name = 'web', namespace = 'argocd', ...given }: Spec = {}): KubeObject {
  const source = { repoURL: `${here}.git`, path: given.path ?? 'web' };
  const { annotations = {}, finalizers = [] } = given;
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace, annotations, finalizers },
    spec: { project: 'default', destination: inCluster, source, ...given.spec },
  };
}

/** JSON is YAML. */
export function file(...objects: readonly KubeObject[]): string {
  return objects.map((object) => JSON.stringify(object)).join('\n---\n');
}

export function objectsIn(text: string): readonly KubeObject[] {
  const found = readYaml('objects.yaml', text).flatMap((each) =>
    each.kind === 'object' ? [each.object] : [],
  );
  assert.notDeepEqual(found, []);
  return found;
}

export function home(objects: readonly KubeObject[] = [], more: Partial<Home> = {}): Home {
  return { installation, objects, elsewhere: new Map(), gaps: [], ...more };
}

export function declarations(files: Files | Tree, given: Partial<Declarations> = {}): Declarations {
  return {
    side: 'head',
    tree: isTree(files) ? files : treeOf(files),
    origin,
    rendered: [],
    homes: [home()],
    repository: parseRepositoryConfig({ file: '.github/proofline.yml', content: '' }, []),
    clusters: [cluster('hub')],
    mask: createMask(),
    ...given,
  };
}

function isTree(files: Files | Tree): files is Tree {
  return 'entries' in files && files.entries instanceof Map;
}

const templates = { evaluate: () => Promise.resolve({ kind: 'missing' as const, why: 'there is none' }) };

export async function discovered(files: Files | Tree, given: Partial<Declarations> = {}): Promise<Discovery> {
  return discover(declarations(files, given), { templates });
}

export interface Both {
  readonly base: Files;
  readonly head: Files;
  readonly given?: Partial<Declarations>;
}

/** As the review does: head is looked at again where it lacks, or declares otherwise, what base has. */
export async function bothSides({
  base,
  head,
  given = {},
}: Both): Promise<{ readonly base: Discovery; readonly head: Discovery }> {
  const before = await discovered(base, { ...given, side: 'base' });
  const first = await discovered(head, { ...given, side: 'head' });
  const keys = new Set(first.units.map(keyOf));
  const others = before.units.filter((unit) => !keys.has(keyOf(unit)));
  const after = await discovered(head, { ...given, side: 'head', others });
  return { base: before, head: after };
}

function keyOf({ id, declaration }: Unit): string {
  return `${id} ${JSON.stringify(declaration.settings)}`;
}

export function ids({ units }: Discovery): readonly string[] {
  return units.map(({ id }) => id);
}

export function abouts({ remarks = [] }: Discovery): readonly string[] {
  return remarks.map(({ about, unit }) => `${about} ${unit ?? '-'}`);
}

export async function unitIn(files: Files | Tree, given: Partial<Declarations> = {}): Promise<Unit> {
  const { units } = await discovered(files, given);
  const [unit, ...more] = units;
  assert.ok(unit && more.length === 0, `${String(units.length)} units`);
  return unit;
}

export async function argoIn(files: Files | Tree, given: Partial<Declarations> = {}): Promise<ArgoUnit> {
  return argoUnit(await unitIn(files, given));
}
