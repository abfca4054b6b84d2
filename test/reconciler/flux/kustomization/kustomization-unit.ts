/** Shorthand of the suites here: a unit that is a Kustomization of Flux, as it stands in its settings. */
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KustomizationUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';

export interface Shape {
  readonly spec?: JsonObject;
  readonly live?: Partial<NonNullable<KustomizationUnit['live']>> | null;
  readonly installation?: Partial<KustomizationUnit['installation']>;
  readonly source?: Partial<OwnSource>;
  readonly target?: Partial<Unit['target']>;
  readonly home?: Unit['home'];
  readonly unseen?: true;
}

type OwnSource = Extract<KustomizationUnit['source'], { readonly kind: 'own' }>;

const ownSource: OwnSource = {
  kind: 'own',
  object: 'GitRepository/flux-system/fleet',
  moves: true,
  follows: 'branch main',
  ignore: null,
  suspended: false,
  interval: 60,
  receiver: false,
  sparseCheckout: [],
  submodules: false,
};

export const owned = {
  'kustomize.toolkit.fluxcd.io/name': 'apps',
  'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
};

const spec = {
  interval: '10m',
  prune: true,
  path: './apps',
  sourceRef: { kind: 'GitRepository', name: 'fleet' },
};

/** `flux-system/apps`, in Git and live, unless its shape says otherwise. */
export function kustomizationOf(shape: Shape = {}): Unit {
  const declared = { ...spec, ...shape.spec };
  const settings: KustomizationUnit = {
    kind: 'Kustomization',
    scope: '',
    declared: {
      namespace: 'flux-system',
      name: 'apps',
      labels: {},
      annotations: {},
      finalizers: [],
      spec: declared,
    },
    declaredIn: 'git',
    ...(shape.unseen === undefined ? {} : { unseen: shape.unseen }),
    live: shape.live === null ? null : liveOf(declared, shape.live),
    installation: installationOf(shape.installation),
    source: { ...ownSource, ...shape.source },
    substituteFrom: [],
  };
  return {
    id: 'flux/home/flux-system/apps',
    reconciler: 'flux',
    home: shape.home ?? { cluster: 'home', namespace: 'flux-system' },
    target: { cluster: 'home', namespace: undefined, ...shape.target },
    path: 'apps',
    declaration: { place: undefined, uid: 'u', generation: 1, settings },
  };
}

function liveOf(declared: JsonObject, shape: Shape['live'] = {}): NonNullable<KustomizationUnit['live']> {
  return {
    uid: 'u',
    generation: 1,
    annotations: {},
    finalizers: ['finalizers.fluxcd.io'],
    spec: declared,
    inventory: [],
    lastAppliedRevision: null,
    lastAttemptedRevision: null,
    ready: null,
    ...shape,
  };
}

function installationOf(shape: Shape['installation'] = {}): KustomizationUnit['installation'] {
  return {
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
    ...shape,
  };
}
