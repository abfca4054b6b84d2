/** Files, homes and renders -> what the units of Flux are, short enough to compare with. */
import assert from 'node:assert/strict';
import type { ClusterConfig, InstallationConfig } from '../../../../src/config/operator.ts';
import { parseRepositoryConfig } from '../../../../src/config/repository.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { createMask } from '../../../../src/object/mask.ts';
import type { Declarations, Discovery, Home } from '../../../../src/reconciler/declarations.ts';
import { fluxUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import type { FluxUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import { discover } from '../../../../src/reconciler/flux/units/discover.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { treeOf } from '../../../render/tree.ts';
import type { Files } from '../../../render/tree.ts';

export const here = 'https://github.com/octo-org/fleet';
export const origin = { urls: [here], branch: 'main', defaultBranch: 'main' };

export const installation: InstallationConfig = {
  kind: 'flux',
  cluster: 'prod',
  namespace: 'flux-system',
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

interface More {
  readonly namespace?: string;
  readonly spec?: JsonObject;
  readonly metadata?: JsonObject;
  readonly status?: JsonObject;
}

function object(
  apiVersion: string,
  kind: string,
  { name, namespace = 'flux-system', ...more }: More & { readonly name: string },
): KubeObject {
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, ...more.metadata },
    spec: { ...more.spec },
    ...(more.status === undefined ? {} : { status: more.status }),
  };
}

export function source(kind: string, name: string, more: More = {}): KubeObject {
  const spec =
    kind === 'GitRepository'
      ? { url: `${here}.git`, ref: { branch: 'main' }, interval: '1m' }
      : { interval: '10m' };
  return object('source.toolkit.fluxcd.io/v1', kind, { name, ...more, spec: { ...spec, ...more.spec } });
}

export const repository = source('GitRepository', 'flux-system');

export function kustomization(name: string, path: string, more: More = {}): KubeObject {
  const sourceRef = { kind: 'GitRepository', name: 'flux-system' };
  const spec = { interval: '10m', prune: true, path, sourceRef, ...more.spec };
  return object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', { name, ...more, spec });
}

export function helmRelease(name: string, chart: JsonObject, more: More = {}): KubeObject {
  const spec = { interval: '1h', chart: { spec: chart }, ...more.spec };
  return object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', { name, ...more, spec });
}

export function values(kind: 'ConfigMap' | 'Secret', name: string, data: JsonObject): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name, namespace: 'flux-system' }, data };
}

/** As Flux writes it to a repository that it is put to work for. */
export function gotkSync(environment: string): KubeObject[] {
  return [repository, kustomization('flux-system', `./clusters/${environment}`)];
}

/** JSON is YAML. */
export function file(...objects: readonly KubeObject[]): string {
  return objects.map((each) => JSON.stringify(each)).join('\n---\n');
}

const versions = { source: 'v1.9.1', kustomize: 'v1.9.4', helm: 'v1.6.0' };

export function deployment(
  controller: keyof typeof versions,
  given: { readonly version?: string; readonly args?: readonly string[] } = {},
): KubeObject {
  const name = `${controller}-controller`;
  const image = `ghcr.io/fluxcd/${name}:${given.version ?? versions[controller]}`;
  const containers = [{ name: 'manager', image, args: [...(given.args ?? [])] }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'flux-system' },
    spec: { template: { spec: { serviceAccountName: name, containers } } },
  };
}

export const controllers = [deployment('source'), deployment('kustomize'), deployment('helm')];

/** A live one of the newest judged versions. */
export function home(objects: readonly KubeObject[] = [], more: Partial<Home> = {}): Home {
  const isOwn = objects.some(({ kind }) => kind === 'Deployment');
  return {
    installation,
    objects: [...(isOwn ? [] : controllers), ...objects],
    elsewhere: new Map(),
    gaps: [],
    ...more,
  };
}

export function homeIn(name: string, objects: readonly KubeObject[] = []): Home {
  return home(objects, { installation: { ...installation, cluster: name } });
}

export function declarations(files: Files, given: Partial<Declarations> = {}): Declarations {
  return {
    side: 'head',
    tree: treeOf(files),
    origin,
    rendered: [],
    homes: [home()],
    repository: parseRepositoryConfig({ file: '.github/proofline.yml', content: '' }, []),
    clusters: [cluster('prod')],
    mask: createMask(),
    ...given,
  };
}

export async function discovered(files: Files, given: Partial<Declarations> = {}): Promise<Discovery> {
  return discover(declarations(files, given));
}

/** What a unit renders, as the review gives it to be looked at again. */
export function renderOf(unit: Unit, ...objects: readonly KubeObject[]): Declarations['rendered'][number] {
  return { unit, objects: objects.map((each) => ({ object: each, origin: undefined })) };
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
  return { base: before, head: await discovered(head, { ...given, side: 'head', others }) };
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

export function gapKinds({ gaps }: Discovery): readonly string[] {
  return gaps.map(({ kind, unit }) => `${kind} ${unit ?? '-'}`);
}

export function unitOf({ units }: Discovery, id: string): Unit {
  const unit = units.find((each) => each.id === id);
  assert.ok(unit, `${id} is none of ${units.map((each) => each.id).join(', ')}`);
  return unit;
}

export function fluxOf(discovery: Discovery, id: string): FluxUnit {
  return fluxUnit(unitOf(discovery, id));
}
