/** A Flux object and the files of its source -> what its controller would apply, by the real kustomize and helm. */
import assert from 'node:assert/strict';
import { z } from 'zod';

import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { createMask } from '../../../src/object/mask.ts';
import type {
  FluxInstallation,
  FluxReference,
  FluxSource,
  HelmReleaseUnit,
  KustomizationUnit,
} from '../../../src/reconciler/flux/flux-unit.ts';
import { fluxUnit } from '../../../src/reconciler/flux/flux-unit.ts';
import { closure as helmClosure } from '../../../src/reconciler/flux/helm-release/closure.ts';
import { renderPlan as planHelmRelease } from '../../../src/reconciler/flux/helm-release/plan.ts';
import { closure as kustomizationClosure } from '../../../src/reconciler/flux/kustomization/closure.ts';
import { finish as finishKustomization } from '../../../src/reconciler/flux/kustomization/finish.ts';
import { renderPlan as planKustomization } from '../../../src/reconciler/flux/kustomization/plan.ts';
import type { RenderPlan } from '../../../src/reconciler/render-plan.ts';
import type { Unit } from '../../../src/reconciler/unit.ts';
import type { Render } from '../../../src/render/render.ts';
import { renderUnit, type Renderers } from '../../../src/render/render-unit.ts';
import type { RenderRequest } from '../../../src/render/request.ts';
import { treeOf, type Files } from '../../render/tree.ts';

export const installation: FluxInstallation = {
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

export const own = {
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
} satisfies FluxSource;

export interface Told {
  readonly installation?: Partial<FluxInstallation>;
  readonly source?: FluxSource;
}

interface ToldKustomization extends Told {
  readonly substituteFrom?: readonly FluxReference[];
}

const declaredAs = (name: string, spec: JsonObject): KustomizationUnit['declared'] => ({
  namespace: 'flux-system',
  name,
  labels: {},
  annotations: {},
  finalizers: [],
  spec,
});

export function kustomizationOf(spec: JsonObject, told: ToldKustomization = {}): Unit {
  const settings: KustomizationUnit = {
    kind: 'Kustomization',
    scope: '',
    declared: declaredAs('apps', spec),
    declaredIn: 'git',
    live: null,
    installation: { ...installation, ...told.installation },
    source: told.source ?? own,
    substituteFrom: [...(told.substituteFrom ?? [])],
  };
  return unitWith(settings);
}

export function helmReleaseOf(spec: JsonObject, told: Told & Partial<HelmReleaseUnit> = {}): Unit {
  const settings: HelmReleaseUnit = {
    kind: 'HelmRelease',
    scope: '',
    declared: declaredAs('web', spec),
    declaredIn: 'git',
    live: null,
    chartPath: 'charts/web',
    chart: {
      valuesFiles: [],
      ignoreMissingValuesFiles: false,
      reconcileStrategy: 'ChartVersion',
      interval: null,
    },
    valuesFrom: [],
    release: null,
    releaseUnread: null,
    ...told,
    source: told.source ?? own,
    installation: { ...installation, ...told.installation },
  };
  return unitWith(settings);
}

function unitWith(settings: KustomizationUnit | HelmReleaseUnit): Unit {
  const { kind, declared } = settings;
  return {
    id: `flux:hub/${kind}/${declared.namespace}/${declared.name}`,
    reconciler: 'flux',
    home: { cluster: 'hub', namespace: declared.namespace },
    target: { cluster: 'hub', namespace: undefined },
    path: '.',
    declaration: {
      place: { file: 'clusters/apps.yaml', line: 1 },
      uid: undefined,
      generation: 1,
      settings: asJson(settings),
    },
  };
}

function asJson(settings: KustomizationUnit | HelmReleaseUnit): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(settings));
  return z.record(z.string(), z.json()).parse(value);
}

const mask = createMask();
const isHelm = (unit: Unit): boolean => fluxUnit(unit).kind === 'HelmRelease';

/** Fails on a gap. */
export async function planned(unit: Unit, files: Files): Promise<RenderPlan> {
  const renderPlan = isHelm(unit) ? planHelmRelease : planKustomization;
  const plan = await renderPlan(unit, treeOf(files), mask);
  if (!('parts' in plan) && 'why' in plan) assert.fail(plan.why);
  return plan;
}

export interface Given extends Partial<Pick<RenderRequest, 'capabilities' | 'remotes'>> {
  readonly unit: Unit;
  readonly files: Files;
}

export async function rendered(renderers: Renderers, given: Given): Promise<Render> {
  const { unit, files, capabilities, remotes = new Map() } = given;
  const tree = treeOf(files);
  const closure = await (isHelm(unit) ? helmClosure : kustomizationClosure)(unit, tree);
  const plan = await planned(unit, files);
  return renderUnit({ unit: unit.id, plan, closure, tree, capabilities, remotes }, renderers);
}

/** As the controller sends them; fails on anything but a render without gaps. */
export async function objectsOf(renderers: Renderers, given: Given): Promise<readonly KubeObject[]> {
  const render = await rendered(renderers, given);
  assert.ok(render.kind === 'rendered' && render.gaps.length === 0, JSON.stringify(render));
  const declared = isHelm(given.unit) ? render.declared : finishKustomization(given.unit, render.declared);
  return declared.map(({ object }) => object);
}

export async function failure(renderers: Renderers, given: Given): Promise<string> {
  const render = await rendered(renderers, given);
  assert.ok(render.kind === 'failed', JSON.stringify(render));
  return render.message;
}
