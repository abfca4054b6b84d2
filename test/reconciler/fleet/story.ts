/** Files and what lives in the home of a Fleet -> the units that there are, short enough to compare with. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ClusterConfig, InstallationConfig } from '../../../src/config/operator.ts';
import { parseRepositoryConfig } from '../../../src/config/repository.ts';
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { createMask } from '../../../src/object/mask.ts';
import type { Declarations, Discovery, Home } from '../../../src/reconciler/declarations.ts';
import { fleet } from '../../../src/reconciler/fleet/fleet.ts';
import type { Reconciler } from '../../../src/reconciler/contract.ts';
import type { Templates } from '../../../src/reconciler/templates.ts';
import type { Unit } from '../../../src/reconciler/unit.ts';
import { treeOf } from '../../render/tree.ts';
import type { Files } from '../../render/tree.ts';

export const here = 'https://github.com/octo-org/fleet-infra';
export const origin = { urls: [here], branch: 'main', defaultBranch: 'main' };

export const installation: InstallationConfig = {
  kind: 'fleet',
  cluster: 'hub',
  namespace: 'cattle-fleet-system',
  version: 'v0.15.0',
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

function fleetObject(kind: string, metadata: KubeObject['metadata'], rest: JsonObject): KubeObject {
  return { apiVersion: 'fleet.cattle.io/v1alpha1', kind, metadata, ...rest };
}

export function gitRepo(spec: JsonObject = {}, name = 'infra', namespace = 'fleet-default'): KubeObject {
  return fleetObject('GitRepo', { name, namespace }, { spec: { repo: here, branch: 'main', ...spec } });
}

export function fleetCluster(
  name: string,
  labels: Readonly<Record<string, string>> = {},
  more: JsonObject = {},
): KubeObject {
  return fleetObject(
    'Cluster',
    { name, namespace: 'fleet-default', labels },
    {
      spec: {},
      status: {
        namespace: `cluster-fleet-default-${name}`,
        agent: { namespace: 'cattle-fleet-system', lastSeen: '2026-11-30T12:00:00Z' },
      },
      ...more,
    },
  );
}

export function clusterGroup(name: string, selector: JsonObject): KubeObject {
  return fleetObject('ClusterGroup', { name, namespace: 'fleet-default' }, { spec: { selector } });
}

export const local = fleetObject(
  'Cluster',
  { name: 'local', namespace: 'fleet-local', labels: { name: 'local' } },
  {
    spec: {},
    status: {
      namespace: 'cluster-fleet-local-local',
      agent: { namespace: 'cattle-fleet-local-system', lastSeen: '2026-11-30T12:00:00Z' },
    },
  },
);

export const localGroup = fleetObject(
  'ClusterGroup',
  { name: 'default', namespace: 'fleet-local' },
  { spec: { selector: { matchLabels: { name: 'local' } } } },
);

export interface Deployed {
  readonly spec?: JsonObject;
  /** As its status names it, such as `shop/infra-web:1`. */
  readonly release?: string;
}

export function deployment(
  bundle: string,
  on: string,
  { spec = {}, release = '' }: Deployed = {},
): KubeObject {
  const status = release === '' ? {} : { release };
  return fleetObject(
    'BundleDeployment',
    {
      name: bundle,
      namespace: `cluster-fleet-default-${on}`,
      labels: {
        'fleet.cattle.io/bundle-name': bundle,
        'fleet.cattle.io/bundle-namespace': 'fleet-default',
      },
    },
    { spec, status },
  );
}

/** As Helm writes it. */
export function releaseSecret(
  {
    namespace,
    name,
    version = 1,
  }: { readonly namespace: string; readonly name: string; readonly version?: number },
  record: JsonObject,
): KubeObject {
  const json = JSON.stringify({
    name,
    namespace,
    version,
    info: { status: 'deployed' },
    chart: { metadata: { name, version: '0.0.0' } },
    apply_method: 'ssa',
    ...record,
  });
  const packed = Buffer.from(gzipSync(json).toString('base64')).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `sh.helm.release.v1.${name}.v${String(version)}`,
      namespace,
      labels: { owner: 'helm', name },
    },
    data: { release: packed },
  };
}

export function home(objects: readonly KubeObject[], more: Partial<Home> = {}): Home {
  return { installation, objects, elsewhere: new Map(), gaps: [], ...more };
}

export function declarations(files: Files, given: Partial<Declarations> = {}): Declarations {
  return {
    side: 'head',
    tree: treeOf(files),
    origin,
    rendered: [],
    homes: [home([])],
    repository: parseRepositoryConfig({ file: '.github/proofline.yml', content: '' }, []),
    clusters: [cluster('hub')],
    mask: createMask(),
    ...given,
  };
}

const noTemplates: Templates = {
  evaluate: () => Promise.resolve({ kind: 'missing', why: 'there is none' }),
};

export function reconciler(
  clusters: readonly ClusterConfig[] = [cluster('hub')],
  templates = noTemplates,
): Reconciler {
  return fleet({ clusters, mask: createMask(), now: () => Date.parse('2026-11-30T12:01:00Z'), templates });
}

export async function discovered(
  files: Files,
  given: Partial<Declarations> = {},
  templates = noTemplates,
): Promise<Discovery> {
  const all = declarations(files, given);
  return reconciler(all.clusters, templates).discover(all);
}

export function ids({ units }: Discovery): readonly string[] {
  return units.map(({ id }) => id);
}

export function abouts({ remarks = [] }: Discovery): readonly string[] {
  return remarks.map(({ about, unit }) => `${about} ${unit ?? '-'}`);
}

export async function unitIn(files: Files, given: Partial<Declarations> = {}): Promise<Unit> {
  const { units } = await discovered(files, given);
  const [unit, ...more] = units;
  assert.ok(unit && more.length === 0, `${String(units.length)} units`);
  return unit;
}

export function configMap(name: string, more: JsonObject = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { a: '1' },
    ...more,
  });
}
