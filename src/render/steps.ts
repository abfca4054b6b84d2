/** Rendered objects and what their reconciler makes of them -> the objects as it would apply them, or why there are none. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { at } from '../object/json.ts';
import { objectKey } from '../object/identity.ts';
import { namespaceOf } from '../object/kube-object.ts';
import { withMetadata } from '../object/with-metadata.ts';
import type { RenderedPart, RenderStep } from '../reconciler/render-plan.ts';
import { manifestsOf } from './manifests.ts';
import { answerOf } from './outcome.ts';
import type { Run } from './program.ts';
import { inRepository } from './program-source.ts';
import type { Made, Rendered, Rendering } from './rendering.ts';
import { substitute } from './substitute.ts';

export interface StepMeans {
  readonly run: Run;
  /** The materialized tree, in a folder of this render alone. */
  readonly directory: string;
}

export async function processed(
  steps: readonly RenderStep[],
  rendered: Rendered,
  means: StepMeans,
): Promise<Rendering> {
  let here = rendered;
  for (const step of steps) {
    const made = await taken(step, here.declared, means);
    if (made.kind !== 'declared') return made;
    here = { ...here, declared: made.declared };
  }
  return here;
}

type Taken = { readonly kind: 'declared'; readonly declared: readonly Made[] } | Rendering;

async function taken(step: RenderStep, declared: readonly Made[], means: StepMeans): Promise<Taken> {
  switch (step.kind) {
    case 'substitute':
      return substitute(step, declared);
    case 'metadata':
      return labeled(step, declared);
    case 'kustomize':
      return kustomized(step, declared, means);
  }
}

type Metadata = Extract<RenderStep, { readonly kind: 'metadata' }>;

function labeled(step: Metadata, declared: readonly Made[]): Taken {
  const seen = new Set<string>();
  for (const { object } of declared.filter(
    (one) => step.onceEach === true && step.of.includes(partOf(one)),
  )) {
    // Without a namespace it is in the default one, whatever the release's.
    const id = `${object.apiVersion}/${object.kind} ${namespaceOf(object) || 'default'}/${object.metadata.name}`;
    if (seen.has(id)) return failed(`may not add resource with an already registered id: ${id}`);
    seen.add(id);
  }
  return {
    kind: 'declared',
    declared: declared.map((one) =>
      step.of.includes(partOf(one)) ? { ...one, object: withMetadata(one.object, step) } : one,
    ),
  };
}

function partOf({ object, ofCrds }: Made): RenderedPart {
  if (ofCrds === true) return 'definitions';
  const hook = at(object.metadata, 'annotations', 'helm.sh/hook');
  return typeof hook === 'string' && hook !== '' ? 'hooks' : 'templates';
}

type Kustomize = Extract<RenderStep, { readonly kind: 'kustomize' }>;

async function kustomized(
  { of, kustomization }: Kustomize,
  declared: readonly Made[],
  { run, directory }: StepMeans,
): Promise<Taken> {
  const given = declared.filter((one) => of.includes(partOf(one)));
  if (given.length === 0) return { kind: 'declared', declared };
  const folder = await mkdtemp(join(dirname(directory), 'post-'));
  const file = 'helm-output.yaml';
  await writeFile(join(folder, file), given.map(({ object }) => JSON.stringify(object)).join('\n---\n'));
  await writeFile(
    join(folder, 'kustomization.yaml'),
    JSON.stringify({ ...kustomization, resources: [file] }),
  );
  const args = ['build', '--load-restrictor=LoadRestrictionsNone', '--', folder];
  const answer = answerOf('kustomize', await run.run({ program: 'kustomize', args, reads: [folder] }));
  if (answer.kind === 'ended') return answer.rendering;
  if (answer.kind === 'said-no') return failed(inRepository(answer.message, folder));
  const manifests = manifestsOf(answer.stdout);
  if (manifests.kind === 'problem') return failed(manifests.message);
  const before = new Map(given.map((one) => [objectKey(one.object), one]));
  const made = manifests.documents.map(({ object }) => ({
    object,
    origin: before.get(objectKey(object))?.origin,
  }));
  return { kind: 'declared', declared: [...made, ...declared.filter((one) => !of.includes(partOf(one)))] };
}

function failed(message: string): Taken {
  return {
    kind: 'failed',
    message: `error while running post render on files: ${message}`,
    place: undefined,
  };
}
