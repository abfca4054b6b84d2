/** A plan -> what is recorded of its render: the renderer, its own version, and what it is told. */
import { createHash } from 'node:crypto';

import type { JsonObject } from '../object/json.ts';
import type { RenderPlan } from '../reconciler/contract.ts';
import type { Capabilities } from './capabilities.ts';
import type { ProgramName, Run } from './program.ts';
import type { RenderRecord } from './render.ts';
import { singlePlans, type SinglePlan } from './single-plan.ts';

/** Undefined where Proofline renders by itself. */
function programOf(plan: SinglePlan): ProgramName | undefined {
  if (plan.kind === 'directory') return undefined;
  if (plan.kind === 'kustomize') return 'kustomize';
  return plan.major === 3 ? 'helm3' : 'helm4';
}

export interface Recorded {
  readonly plan: RenderPlan;
  readonly capabilities: Capabilities | undefined;
  readonly run: Run;
  /** Proofline's own version. */
  readonly version: string;
}

export async function recordOf(recorded: Recorded): Promise<RenderRecord> {
  const parts = await Promise.all(
    singlePlans(recorded.plan).map(async (part) => recordOfOne(part, recorded)),
  );
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const parameters = { parts: parts.map((part) => ({ ...part })) };
  return { renderer: 'sources', version: recorded.version, parameters };
}

async function recordOfOne(
  plan: SinglePlan,
  { capabilities, run, version }: Recorded,
): Promise<RenderRecord> {
  const program = programOf(plan);
  return {
    renderer: plan.kind,
    version: program === undefined ? version : ((await run.version(program)) ?? 'unknown'),
    parameters: parametersOf(plan, capabilities),
  };
}

function parametersOf(plan: SinglePlan, capabilities: Capabilities | undefined): JsonObject {
  switch (plan.kind) {
    case 'kustomize':
      return { path: plan.path };
    case 'directory':
      return { path: plan.path, recurse: plan.recurse };
    case 'helm':
      return {
        chart: { ...plan.chart },
        release: plan.release,
        namespace: plan.namespace,
        valuesFiles: plan.valuesFiles.map((file) => ({ ...file })),
        includeCrds: true,
        testHooks: false,
        capabilities: capabilities === undefined ? 'of Helm itself' : shownCapabilities(capabilities),
      };
  }
}

/** A cluster serves hundreds of API versions: their digest says whether they were the same. */
function shownCapabilities({ kubeVersion, apiVersions }: Capabilities): JsonObject {
  const digest = createHash('sha256')
    .update(JSON.stringify([...apiVersions].sort()))
    .digest('hex');
  return { kubeVersion, apiVersions: `sha256:${digest}` };
}
