/** A kustomization of a tree -> the objects that `kustomize build` makes of it, or why there are none. */
import { join } from 'node:path';

import type { Declared } from '../object/kube-object.ts';
import { kustomizationOf, kustomizationsIn } from './kustomization-files.ts';
import { escapingFile } from './kustomize-escape.ts';
import { failureOf } from './kustomize-failure.ts';
import { buildArguments, documentsIn, originsOf, type Origins } from './kustomize-origin.ts';
import { placesOfTwice } from './kustomize-twice.ts';
import { placer, readOrigins } from './kustomize-place.ts';
import { manifestsOf } from './manifests.ts';
import { answerOf } from './outcome.ts';
import { inRepository, type ProgramSource } from './program-source.ts';
import type { KustomizePlan } from './placed-plan.ts';
import { unseen, type Rendering } from './rendering.ts';

export async function renderKustomize(plan: KustomizePlan, source: ProgramSource): Promise<Rendering> {
  const { run, tree, closure, directory } = source;
  const kustomizations = await kustomizationsIn(tree, closure);
  const escaping = run.confinement === 'full' ? undefined : await escapingFile(tree, closure, kustomizations);
  if (escaping !== undefined) {
    return {
      kind: 'gap',
      unseen: unseen('source-unreadable', `${escaping} names something outside the repository`),
    };
  }
  const root = join(directory, plan.path);
  const outcome = await run.run({
    program: 'kustomize',
    args: buildArguments(root, run.confinement),
    reads: [directory],
  });
  const answer = answerOf('kustomize', outcome);
  if (answer.kind === 'ended') return answer.rendering;
  if (answer.kind === 'said-no') {
    const message = await withPlaces(inRepository(answer.message, directory), source);
    return failureOf({ message, path: plan.path, tree, kustomizations });
  }
  const origins = await originsOf({ run, directory, root });
  return declaredBy({ plan, source, output: answer.stdout, origins });
}

async function withPlaces(message: string, { tree, closure }: ProgramSource): Promise<string> {
  const places = await placesOfTwice(message, tree, closure);
  if (places.length < 2) return message;
  return `${message} (declared at ${places.map(({ file, line }) => `${file}:${String(line)}`).join(' and ')})`;
}

interface Build {
  readonly plan: KustomizePlan;
  readonly source: ProgramSource;
  readonly output: Buffer;
  readonly origins: Origins;
}

async function declaredBy({ plan, source, output, origins }: Build): Promise<Rendering> {
  const own = kustomizationOf(plan.path, source.tree.entries);
  const root = own === undefined ? undefined : { file: own, line: 1 };
  const manifests = manifestsOf(output);
  if (manifests.kind === 'problem') return { kind: 'failed', message: manifests.message, place: root };
  const place = placer(await readOrigins([...origins.values()], source.tree), source.read);
  const texts = new Map(documentLines(output.toString('utf8')));
  const declared: Declared[] = manifests.documents.map(({ object, source: { chunk } }) => {
    const origin = origins.get(texts.get(chunk.line) ?? '');
    return { object, origin: (origin === undefined ? undefined : place(object, origin)) ?? root };
  });
  const loads = source.run.confinement === 'full' ? 'LoadRestrictionsNone' : 'LoadRestrictionsRootOnly';
  return { kind: 'rendered', declared, unseen: [], parameters: { loadRestrictor: loads } };
}

/** The line where each document of the output starts, with its text. */
function documentLines(output: string): readonly (readonly [number, string])[] {
  let line = 1;
  return documentsIn(output).map((text) => {
    const start = line;
    line += text.split('\n').length + 1;
    return [start, text] as const;
  });
}
