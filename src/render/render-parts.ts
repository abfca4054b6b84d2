/** A unit's plans and the tree that they are about -> one rendering: each part by its renderer, one after the other. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Gap } from '../object/gap.ts';
import type { JsonObject } from '../object/json.ts';
import type { Mask } from '../object/masked.ts';
import type { RenderStep } from '../reconciler/render-plan.ts';
import { materialize } from '../source/materialize.ts';
import type { Capabilities } from './capabilities.ts';
import { renderArgoCdDirectory } from './directory-argo-cd.ts';
import { renderDirectory } from './directory.ts';
import type { Ground } from './ground.ts';
import { renderHelm } from './helm.ts';
import { renderKustomize } from './kustomize.ts';
import type { ManifestReader } from './manifest-reader.ts';
import type { PlacedPlan } from './placed-plan.ts';
import type { Run } from './program.ts';
import type { ProgramSource } from './program-source.ts';
import type { Dropped, Made, Rendering, Unseen } from './rendering.ts';
import { limits } from './sandbox.ts';
import { processed } from './steps.ts';

export interface Parts {
  readonly unit: string;
  readonly plans: readonly PlacedPlan[];
  /** What is done to the objects of all of them, in order. */
  readonly steps: readonly RenderStep[];
  readonly ground: Ground;
  readonly capabilities: Capabilities | undefined;
}

export interface Means {
  readonly run: Run;
  readonly mask: Mask;
  readonly read: ManifestReader;
}

export interface Attempted {
  /** In the places of the repository. */
  readonly rendering: Rendering;
  /** Parts of the source that could not be given to the renderer. */
  readonly gaps: readonly Gap[];
}

export async function renderParts(parts: Parts, means: Means): Promise<Attempted> {
  const { plans, ground } = parts;
  const programs = plans.some(({ kind }) => kind !== 'directory');
  const { rendering, gaps } = programs
    ? await inFolder(parts, means)
    : { rendering: await joined(parts, { ...means, directory: '' }), gaps: [] };
  return { rendering: inRepository(rendering, ground), gaps };
}

async function inFolder(parts: Parts, means: Means): Promise<Attempted> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'proofline-render-')));
  try {
    const directory = join(folder, 'source');
    await mkdir(directory);
    const { unit, ground } = parts;
    const gaps = await materialize(ground.tree, {
      paths: ground.closure.paths,
      into: directory,
      unit,
      mask: means.mask,
      limits: limits.read,
    });
    return { rendering: await joined(parts, { ...means, directory }), gaps };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface PartMeans extends Means {
  /** The closure's files; empty where no program needs them. */
  readonly directory: string;
}

/** The first part that gives no objects ends it: what the others would give is no answer for the unit. */
async function joined(parts: Parts, means: PartMeans): Promise<Rendering> {
  const declared: Made[] = [];
  const notSeen: Unseen[] = [];
  const dropped: Dropped[] = [];
  let parameters: JsonObject = {};
  for (const plan of parts.plans) {
    const rendering = await renderPart(plan, parts, means);
    if (rendering.kind !== 'rendered') return rendering;
    declared.push(...rendering.declared);
    notSeen.push(...rendering.unseen);
    dropped.push(...(rendering.dropped ?? []));
    parameters = { ...parameters, ...rendering.parameters };
  }
  return processed(parts.steps, { kind: 'rendered', declared, unseen: notSeen, dropped, parameters }, means);
}

async function renderPart(
  plan: PlacedPlan,
  { ground: { tree, closure }, capabilities }: Parts,
  { run, mask, read, directory }: PartMeans,
): Promise<Rendering> {
  const source: ProgramSource = { run, tree, closure, capabilities, directory, read };
  switch (plan.kind) {
    case 'directory':
      return plan.dialect === 'argo-cd'
        ? renderArgoCdDirectory(plan, { run, tree, mask, read })
        : renderDirectory(plan, tree, read);
    case 'kustomize':
      return renderKustomize(plan, source);
    case 'helm':
      return renderHelm(plan, source);
  }
}

function inRepository(rendering: Rendering, { placeOf, shown }: Ground): Rendering {
  switch (rendering.kind) {
    case 'gap':
      return { kind: 'gap', unseen: shownUnseen(rendering.unseen, shown) };
    case 'failed': {
      const { message, place } = rendering;
      return { kind: 'failed', message: shown(message), place: place && placeOf(place) };
    }
    case 'rendered':
      return {
        ...rendering,
        declared: rendering.declared.map(({ object, origin }) => ({
          object,
          origin: origin && placeOf(origin),
        })),
        unseen: rendering.unseen.map((one) => shownUnseen(one, shown)),
        dropped: (rendering.dropped ?? []).map(({ place, why }) => ({ place: placeOf(place) ?? place, why })),
      };
  }
}

function shownUnseen({ kind, object, why }: Unseen, shown: Ground['shown']): Unseen {
  return { kind, object, why: shown(why) };
}
