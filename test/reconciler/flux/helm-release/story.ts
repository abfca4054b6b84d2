/** Parts of a HelmRelease -> its unit, and its attempts as short texts. */
import { z } from 'zod';
import type { Declared, KubeObject } from '../../../../src/object/kube-object.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import { objectKey } from '../../../../src/object/identity.ts';
import { createMask } from '../../../../src/object/mask.ts';
import { anyFields, type PatchStrategies } from '../../../../src/object/merge/patch-strategy.ts';
import type { Attempt } from '../../../../src/reconciler/attempt.ts';
import type { FluxKind } from '../../../../src/reconciler/flux/flux-kind.ts';
import type { HelmReleaseUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import { helmRelease } from '../../../../src/reconciler/flux/helm-release/helm-release.ts';
import { withOwner } from '../../../../src/reconciler/helm-ownership.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';

const json = z.record(z.string(), z.json());

const installation: HelmReleaseUnit['installation'] = {
  namespace: 'flux-system',
  versions: { source: 'v1.9.1', kustomize: 'v1.9.4', helm: 'v1.6.0' },
  accounts: { kustomize: 'kustomize-controller', helm: 'helm-controller' },
  defaultAccounts: { kustomize: null, helm: null },
  noCrossNamespaceRefs: false,
  noRemoteBases: false,
  strictSubstitution: true,
  overrideManagers: [],
  customStageKinds: [],
  features: { kustomize: {}, helm: {} },
};

type OwnSource = Extract<HelmReleaseUnit['source'], { readonly kind: 'own' }>;

/** A chart in the repository under review. */
export function ofGit(more: Partial<OwnSource> = {}): OwnSource {
  return {
    kind: 'own',
    object: 'GitRepository/flux-system/flux-system',
    moves: true,
    follows: 'branch main',
    ignore: null,
    suspended: false,
    interval: 60,
    receiver: false,
    sparseCheckout: [],
    submodules: false,
    ...more,
  };
}

const now = Date.parse('2027-01-31T22:00:00Z');

export function kind(): FluxKind {
  return helmRelease({ clusters: [], installations: [], mask: createMask(), now: () => now });
}

type Release = NonNullable<HelmReleaseUnit['release']>;
type Live = NonNullable<HelmReleaseUnit['live']>;

export interface Parts {
  readonly spec?: JsonObject;
  readonly release?: Release;
  readonly live?: Partial<Live> | null;
  readonly version?: string;
  readonly rest?: Partial<HelmReleaseUnit>;
}

/** HelmRelease `shop` in `web`, of the chart `shop`; with a release it lives, ready and with a history. */
export function unitOf({ spec = {}, release, live, version = 'v1.6.0', rest = {} }: Parts = {}): Unit {
  const settings: HelmReleaseUnit = {
    kind: 'HelmRelease',
    scope: '',
    declared: { namespace: 'web', name: 'shop', labels: {}, annotations: {}, finalizers: [], spec },
    declaredIn: 'git',
    live: liveOf(spec, release, live),
    installation: { ...installation, versions: { ...installation.versions, helm: version } },
    source: {
      kind: 'chart',
      object: 'HelmRepository/web/charts',
      repository: 'https://charts.example',
      name: 'shop',
      version: '1.0.0',
      suspended: false,
      interval: 600,
    },
    chartPath: '',
    chart: {
      valuesFiles: [],
      ignoreMissingValuesFiles: false,
      reconcileStrategy: 'ChartVersion',
      interval: null,
    },
    valuesFrom: [],
    release: release ?? null,
    releaseUnread: null,
    ...rest,
  };
  return {
    id: 'flux/HelmRelease/web/shop',
    reconciler: 'flux',
    home: { cluster: 'home', namespace: 'web' },
    target: { cluster: 'home', namespace: 'web' },
    path: '.',
    declaration: { place: undefined, uid: undefined, generation: undefined, settings: json.parse(settings) },
  };
}

function liveOf(
  spec: JsonObject,
  release: Release | undefined,
  live: Partial<Live> | null | undefined,
): Live | null {
  if (live === null || (release === undefined && live === undefined)) return null;
  const history =
    release === undefined
      ? []
      : [
          {
            name: release.name,
            namespace: release.namespace,
            version: release.version,
            status: release.status,
            chartName: release.chartName,
            chartVersion: release.chartVersion,
          },
        ];
  return {
    uid: 'u',
    generation: 1,
    annotations: {},
    finalizers: ['finalizers.fluxcd.io'],
    spec,
    history,
    status: { storageNamespace: 'web', observedGeneration: 1 },
    ready: { status: 'True', reason: 'UpgradeSucceeded', message: '' },
    ...live,
  };
}

export function releaseOf(manifest: readonly KubeObject[], more: Partial<Release> = {}): Release {
  return {
    name: 'shop',
    namespace: 'web',
    version: 1,
    status: 'deployed',
    applyMethod: 'ssa',
    chartName: 'shop',
    chartVersion: '1.0.0',
    config: {},
    manifest: [...manifest],
    hooks: [],
    ...more,
  };
}

/** `Deployment/a` in `web`, as a template has it. */
export function object(id: string, more: JsonObject = {}, annotations: JsonObject = {}): KubeObject {
  const [what = '', name = ''] = id.split('/');
  const apiVersion = versions[what] ?? 'v1';
  const namespace = clusterScoped.has(what) ? {} : { namespace: 'web' };
  const noted = Object.keys(annotations).length === 0 ? {} : { annotations };
  return { apiVersion, kind: what, metadata: { name, ...namespace, ...noted }, ...more };
}

const versions: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Job: 'batch/v1',
  ClusterRole: 'rbac.authorization.k8s.io/v1',
  CustomResourceDefinition: 'apiextensions.k8s.io/v1',
  Widget: 'example.com/v1',
};
const clusterScoped = new Set(['Namespace', 'ClusterRole', 'CustomResourceDefinition']);

const own = { name: 'shop', namespace: 'web' };

/** As `finish` leaves what is no hook and stands in no `crds/`. */
export function owned(id: string, more: JsonObject = {}, annotations: JsonObject = {}): KubeObject {
  return withOwner(object(id, more, annotations), own);
}

export function living(what: KubeObject): KubeObject {
  return { ...what, metadata: { ...what.metadata, uid: 'u', resourceVersion: '7' } };
}

export const strategies: PatchStrategies = ({ group }) =>
  group === 'example.com' ? { kind: 'json-merge' } : { kind: 'strategic-merge', schema: anyFields };

export interface Scene {
  readonly desired?: readonly KubeObject[];
  readonly leaving?: readonly KubeObject[];
  readonly live?: readonly KubeObject[];
}

export async function attemptsOf(
  unit: Unit,
  { desired = [], leaving = [], live = [] }: Scene,
): Promise<readonly Attempt[]> {
  return kind().attempts(unit, {
    desired: desired.map((each): Declared => ({ object: each, origin: undefined })),
    leaving,
    live: new Map(live.map((each) => [objectKey(each), each])),
    strategies,
  });
}

export function told(attempts: readonly Attempt[]): readonly string[] {
  return attempts.map(
    (attempt) => `${attempt.stage} ${attempt.kind} ${attempt.object.kind}/${attempt.object.metadata.name}`,
  );
}

export function whyOf(attempt: Attempt | undefined): string {
  return attempt !== undefined && 'why' in attempt ? attempt.why : '';
}
