/** A request's plans and the files that they read -> one rendering: each part by its renderer, one after the other. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Gap } from '../object/gap.ts';
import type { JsonObject } from '../object/json.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Mask } from '../object/masked.ts';
import { materialize } from '../source/materialize.ts';
import { renderDirectory } from './directory.ts';
import { ownPath, placedPlan } from './helm-plan.ts';
import { renderHelm } from './helm.ts';
import { renderKustomize } from './kustomize.ts';
import type { ManifestReader } from './manifest-reader.ts';
import type { Run } from './program.ts';
import type { ProgramSource } from './program-source.ts';
import { unseen, type Rendering, type Unseen } from './rendering.ts';
import type { RenderRequest } from './request.ts';
import { limits } from './sandbox.ts';
import { singlePlans, type SinglePlan } from './single-plan.ts';

export interface Means {
  readonly run: Run;
  readonly mask: Mask;
  readonly read: ManifestReader;
}

export interface Attempted {
  readonly rendering: Rendering;
  /** Parts of the source that could not be given to the renderer. */
  readonly gaps: readonly Gap[];
}

export async function renderParts(request: RenderRequest, means: Means): Promise<Attempted> {
  const plans = singlePlans(request.plan);
  if (plans.every(({ kind }) => kind === 'directory')) {
    return { rendering: await joined(plans, async (plan) => renderPart(plan, request, means)), gaps: [] };
  }
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'proofline-render-')));
  try {
    const { tree, closure, unit } = request;
    const materials = { paths: closure.paths, into: directory, unit, mask: means.mask, limits: limits.read };
    const gaps = await materialize(tree, materials);
    const rendering = await joined(plans, async (plan) => renderPart(plan, request, { ...means, directory }));
    return { rendering, gaps };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The first part that gives no objects ends it: what the others would give is no answer for the unit. */
async function joined(
  plans: readonly SinglePlan[],
  renderOne: (plan: SinglePlan) => Promise<Rendering>,
): Promise<Rendering> {
  const declared: Declared[] = [];
  const notSeen: Unseen[] = [];
  let parameters: JsonObject = {};
  for (const plan of plans) {
    const rendering = await renderOne(plan);
    if (rendering.kind !== 'rendered') return rendering;
    declared.push(...rendering.declared);
    notSeen.push(...rendering.unseen);
    parameters = { ...parameters, ...rendering.parameters };
  }
  return { kind: 'rendered', declared, unseen: notSeen, parameters };
}

interface PartMeans extends Means {
  /** The closure's files; undefined where no program needs them. */
  readonly directory?: string;
}

async function renderPart(
  plan: SinglePlan,
  { tree, closure, capabilities }: RenderRequest,
  { run, read, directory = '' }: PartMeans,
): Promise<Rendering> {
  const source: ProgramSource = { run, tree, closure, directory, read };
  switch (plan.kind) {
    case 'directory':
      return renderDirectory(plan, tree, read);
    case 'kustomize':
      return renderKustomize(plan, source);
    case 'helm': {
      const placed = placedPlan(plan, ownPath);
      if (placed === undefined) return { kind: 'gap', unseen: absentRemote };
      return renderHelm(placed, { ...source, capabilities });
    }
  }
}

const absentRemote = unseen('remote-not-allowed', 'what the render needs was not fetched');
