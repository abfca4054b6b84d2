/** A kustomization of a tree -> the objects that `kustomize build` makes of it, or why there are none. */
import { join } from 'node:path';

import type { JsonObject } from '../object/json.ts';
import { identityOf } from '../object/identity.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import { kustomizationOf, kustomizationsIn } from './kustomization-files.ts';
import { escapingFile } from './kustomize-escape.ts';
import { buildCommand } from './kustomize-build.ts';
import { edited } from './kustomize-edited.ts';
import { failureOf } from './kustomize-failure.ts';
import { buildOptions } from './kustomize-options.ts';
import { documentsIn, originsOf, type Origins } from './kustomize-origin.ts';
import { placesOfTwice } from './kustomize-twice.ts';
import { placer, readOrigins } from './kustomize-place.ts';
import { manifestsOf } from './manifests.ts';
import { answerOf } from './outcome.ts';
import { inRepository, type ProgramSource } from './program-source.ts';
import type { KustomizePlan } from './placed-plan.ts';
import { unseen, type Rendering } from './rendering.ts';
import { isSopsEncrypted } from './sops.ts';

export async function renderKustomize(plan: KustomizePlan, source: ProgramSource): Promise<Rendering> {
  const { run, tree, closure, directory } = source;
  const options = buildOptions(plan.options, run.confinement);
  if (options.kind === 'refused') return { kind: 'gap', unseen: unseen('plugin-unknown', options.why) };
  const edit = await edited(plan, source);
  if (edit.kind === 'ended') return edit.rendering;
  const kustomizations = new Map([
    ...(await kustomizationsIn(tree, closure)),
    ...(edit.file === undefined ? [] : [edit.file]),
  ]);
  const escaping = run.confinement === 'full' ? undefined : await escapingFile(tree, closure, kustomizations);
  if (escaping !== undefined) {
    return {
      kind: 'gap',
      unseen: unseen('source-unreadable', `${escaping} names something outside the repository`),
    };
  }
  const root = join(directory, plan.path);
  const build = buildCommand(options, {
    capabilities: source.capabilities,
    kustomizations,
    reads: [directory],
  });
  const outcome = await run.run(build(root));
  const answer = answerOf('kustomize', outcome);
  if (answer.kind === 'ended') return answer.rendering;
  if (answer.kind === 'said-no') {
    const message = await withPlaces(inRepository(answer.message, directory), source);
    return failureOf({ message, path: plan.path, tree, kustomizations, withheld: options.withheld });
  }
  const origins = await originsOf({ run, directory, root, build });
  return declaredBy({ plan, source, output: answer.stdout, origins, args: options.args });
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
  /** What kustomize was given besides the root. */
  readonly args: readonly string[];
}

async function declaredBy({ plan, source, output, origins, args }: Build): Promise<Rendering> {
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
  const nameless =
    plan.decrypts === true ? declared.find(({ object }) => isNamedByCiphertext(object)) : undefined;
  if (nameless !== undefined) {
    const why = 'a generator makes a name out of what SOPS encrypts, so that the name is not known here';
    return { kind: 'gap', unseen: unseen('sops', why, identityOf(nameless.object)) };
  }
  return { kind: 'rendered', declared, unseen: [], parameters: given(args) };
}

/** By the hash that kustomize puts behind a generated name (api/hasher): hexadecimal without what looks like a word. */
function isNamedByCiphertext(object: KubeObject): boolean {
  const isGenerated = object.kind === 'Secret' || object.kind === 'ConfigMap';
  return isGenerated && /-[2456789bcdfghkmt]{10}$/u.test(object.metadata.name) && isSopsEncrypted(object);
}

function given([restrictor = '', ...others]: readonly string[]): JsonObject {
  const loadRestrictor = restrictor.slice(restrictor.indexOf('=') + 1);
  return others.length === 0 ? { loadRestrictor } : { loadRestrictor, buildOptions: others };
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
