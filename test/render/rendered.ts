/** Files and a plan -> what render/ makes of them with the real helm and kustomize. */
import assert from 'node:assert/strict';
import { after } from 'node:test';

import { createMask } from '../../src/object/mask.ts';
import type { RenderPlan } from '../../src/reconciler/render-plan.ts';
import type { Closure } from '../../src/reconciler/unit.ts';
import { openRunner, type Runner, type RunnerOptions } from '../../src/process/run.ts';
import { createCache } from '../../src/render/cache.ts';
import { createManifestReader } from '../../src/render/manifest-reader.ts';
import { renderUnit, type Renderers } from '../../src/render/render-unit.ts';
import type { Render } from '../../src/render/render.ts';
import type { RenderRequest } from '../../src/render/request.ts';
import { resolve } from '../bed/resolve.ts';
import { treeOf, type Files } from './tree.ts';

export type Rendered = Extract<Render, { readonly kind: 'rendered' }>;
export type Failed = Extract<Render, { readonly kind: 'failed' }>;

/** To be closed. */
export async function openBedRunner(options: Omit<RunnerOptions, 'programs'> = {}): Promise<Runner> {
  const [kustomize, helm3, helm4] = await Promise.all([
    resolve('kustomize'),
    resolve('helm3'),
    resolve('helm4'),
  ]);
  return openRunner({ ...options, programs: { kustomize, helm3, helm4 } });
}

/** For the tests of a file, or of one suite of it; closed after the last test of the file. */
export async function openRenderers(): Promise<Renderers> {
  const run = await openBedRunner();
  after(async () => run.close());
  return renderersWith(run);
}

export function renderersWith(run: Renderers['run']): Renderers {
  return {
    run,
    cache: createCache({ directory: undefined, characters: 0 }),
    mask: createMask(),
    read: createManifestReader(),
    version: '0.1.0',
  };
}

export interface Asked {
  readonly files: Files;
  readonly plan: RenderPlan;
  readonly closure?: Partial<Closure>;
  readonly remotes?: RenderRequest['remotes'];
  readonly capabilities?: RenderRequest['capabilities'];
}

export function requestOf({ files, plan, closure, capabilities, remotes = new Map() }: Asked): RenderRequest {
  return {
    unit: 'plain:unit',
    plan,
    closure: { paths: ['./'], remotes: [], unknown: [], ...closure },
    tree: treeOf(files),
    remotes,
    capabilities,
  };
}

export async function render(renderers: Renderers, asked: Asked): Promise<Render> {
  return renderUnit(requestOf(asked), renderers);
}

export async function succeeded(renderers: Renderers, asked: Asked): Promise<Rendered> {
  const answer = await render(renderers, asked);
  assert.ok(answer.kind === 'rendered', JSON.stringify(answer));
  return answer;
}

export async function failed(renderers: Renderers, asked: Asked): Promise<Failed> {
  const answer = await render(renderers, asked);
  assert.ok(answer.kind === 'failed', JSON.stringify(answer));
  return answer;
}

/** The gap that stands for the whole render: its kind and its words. */
export async function gapOf(renderers: Renderers, asked: Asked): Promise<readonly [string, string]> {
  const answer = await render(renderers, asked);
  assert.ok(answer.kind === 'gap', JSON.stringify(answer));
  const [gap, ...more] = answer.gaps;
  assert.ok(gap !== undefined && more.length === 0, JSON.stringify(answer));
  return [gap.kind, gap.why];
}

/** `Kind/name @ file:line`. */
export function declaredIn(rendered: Rendered): readonly string[] {
  return rendered.declared.map(({ object, origin }) => {
    const place = origin === undefined ? '?' : `${origin.file}:${String(origin.line)}`;
    return `${object.kind}/${object.metadata.name} @ ${place}`;
  });
}
