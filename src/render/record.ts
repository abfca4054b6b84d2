/** A plan -> what is recorded of its render: the renderer, its own version, and what it is told. */
import { createHash } from 'node:crypto';

import type { Json, JsonObject } from '../object/json.ts';
import type { Capabilities } from './capabilities.ts';
import { directoryParameters } from './directory-record.ts';
import type { Ground } from './ground.ts';
import type { HelmPlan, PlacedPlan } from './placed-plan.ts';
import type { ProgramName, Run } from './program.ts';
import type { RenderRecord } from './render.ts';

/** Undefined where Proofline renders by itself. */
function programOf(plan: PlacedPlan): ProgramName | undefined {
  if (plan.kind === 'directory') return undefined;
  if (plan.kind === 'kustomize') return 'kustomize';
  return plan.major === 3 ? 'helm3' : 'helm4';
}

export interface Recorded {
  /** In the paths of the ground. */
  readonly plans: readonly PlacedPlan[];
  readonly ground: Ground;
  readonly capabilities: Capabilities | undefined;
  readonly run: Run;
  /** Proofline's own version. */
  readonly version: string;
}

export async function recordOf(recorded: Recorded): Promise<RenderRecord> {
  const { plans, ground, version } = recorded;
  const parts = await Promise.all(plans.map(async (plan) => recordOfOne(plan, recorded)));
  const artifacts =
    ground.artifacts.length === 0 ? {} : { artifacts: ground.artifacts.map((one) => ({ ...one })) };
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) {
    return { ...only, parameters: { ...only.parameters, ...artifacts } };
  }
  const parameters = { parts: parts.map((part) => ({ ...part })), ...artifacts };
  return { renderer: 'sources', version, parameters };
}

async function recordOfOne(
  plan: PlacedPlan,
  { ground, capabilities, run, version }: Recorded,
): Promise<RenderRecord> {
  const program = programOf(plan);
  const programVersion = program === undefined ? version : ((await run.version(program)) ?? 'unknown');
  return {
    renderer: plan.kind,
    version: programVersion,
    parameters: await parametersOf(plan, { ground, capabilities, run }),
  };
}

async function parametersOf(
  plan: PlacedPlan,
  { ground, capabilities, run }: Pick<Recorded, 'ground' | 'capabilities' | 'run'>,
): Promise<JsonObject> {
  switch (plan.kind) {
    case 'directory':
      return directoryParameters(plan, ground.tree, run);
    case 'kustomize':
      return {
        path: ground.shown(plan.path),
        ...(plan.edits === undefined ? {} : { edits: Object.keys(plan.edits) }),
        ...(plan.options === undefined ? {} : { options: [...plan.options] }),
      };
    case 'helm':
      return helmParameters(plan, ground, capabilities);
  }
}

/** Values may be secret: only that they were given is told. */
function helmParameters(
  plan: HelmPlan,
  { shown }: Ground,
  capabilities: Capabilities | undefined,
): JsonObject {
  const { values, parameters = [], skipSchemaValidation, isUpgrade } = plan;
  return {
    chart: shown(plan.chart),
    release: plan.release,
    namespace: plan.namespace,
    valuesFiles: plan.valuesFiles.map(shown),
    ...(values === undefined ? {} : { values: 'of the unit itself' }),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(({ name }) => name) }),
    includeCrds: plan.skipCrds !== true,
    testHooks: plan.skipTests !== true,
    ...(skipSchemaValidation === true ? { schemaValidation: false } : {}),
    ...(isUpgrade === undefined ? {} : { isUpgrade }),
    capabilities: capabilitiesFor(plan, capabilities),
  };
}

function capabilitiesFor(plan: HelmPlan, capabilities: Capabilities | undefined): Json {
  const { kubeVersion = capabilities?.kubeVersion, apiVersions = capabilities?.apiVersions } = plan;
  if (kubeVersion === undefined && apiVersions === undefined) return 'of Helm itself';
  return shownCapabilities(kubeVersion, apiVersions ?? []);
}

/** A cluster serves hundreds of API versions: their digest says whether they were the same. */
function shownCapabilities(kubeVersion: string | undefined, apiVersions: readonly string[]): JsonObject {
  const digest = createHash('sha256')
    .update(JSON.stringify([...apiVersions].sort()))
    .digest('hex');
  return { kubeVersion: kubeVersion ?? 'of Helm itself', apiVersions: `sha256:${digest}` };
}
