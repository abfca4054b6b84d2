/** Jsonnet files of a tree -> the values that the real jsonnet makes of them, or why there are none. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';

import { isJsonArray, isJsonObject, jsonIn, type Json } from '../object/json.ts';
import type { Mask } from '../object/masked.ts';
import { maxDepth } from '../object/yaml-syntax.ts';
import { jsonnetImports } from '../reconciler/jsonnet-imports.ts';
import { materialize } from '../source/materialize.ts';
import type { Tree } from '../source/tree.ts';
import { answerOf } from './outcome.ts';
import type { DirectoryPlan } from './placed-plan.ts';
import type { Run } from './program.ts';
import { inRepository } from './program-source.ts';
import { ended, unseen, type Ended, type Failed, type Unseen } from './rendering.ts';
import { limits } from './sandbox.ts';

export type JsonnetOptions = NonNullable<DirectoryPlan['jsonnet']>;

export interface JsonnetSource {
  readonly run: Run;
  readonly tree: Tree;
  readonly mask: Mask;
  /** Directory of the unit's source: the first library. */
  readonly path: string;
  readonly options: JsonnetOptions;
}

export type Evaluated =
  | {
      readonly kind: 'values';
      readonly values: ReadonlyMap<string, Json>;
      readonly unseen: readonly Unseen[];
    }
  | Ended;

export async function evaluateJsonnet(
  files: readonly string[],
  { run, tree, mask, path, options }: JsonnetSource,
): Promise<Evaluated> {
  if (files.length === 0) return { kind: 'values', values: new Map(), unseen: [] };
  const libraries = [path, ...options.libs].map((library) => posix.join('.', library));
  const escaping = libraries.find((library) => library === '..' || library.startsWith('../'));
  if (escaping !== undefined)
    return failed(`the library ${escaping} is outside of the repository`, undefined);
  const imports = await jsonnetImports(tree, files, libraries);
  const [outside] = imports.outside;
  if (run.confinement === 'none' && outside !== undefined) {
    const why = `the Jsonnet of ${path} may read ${outside}, from which this machine cannot keep it`;
    return ended({ kind: 'gap', unseen: unseen('source-unreadable', why) });
  }
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'proofline-jsonnet-')));
  try {
    const materials = { paths: imports.paths, into: directory, unit: undefined, mask, limits: limits.read };
    const lacking = (await materialize(tree, materials)).map(({ kind, why }) => unseen(kind, why));
    const evaluation = { run, tree, directory, arguments: argumentsOf(options, libraries, directory) };
    const values = new Map<string, Json>();
    for (const file of files) {
      const value = await valueOf(file, evaluation);
      if (value.kind === 'ended') return withoutAll(value, lacking);
      values.set(file, value.value);
    }
    return { kind: 'values', values, unseen: lacking };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** With parts of the source missing here, the failure may be this machine's alone. */
function withoutAll(answer: Ended, [lacking]: readonly Unseen[]): Ended {
  const { rendering } = answer;
  if (rendering.kind !== 'failed' || lacking === undefined) return answer;
  const why = `${lacking.why} Without it the render failed: ${rendering.message}`;
  return ended({ kind: 'gap', unseen: unseen(lacking.kind, why) });
}

/** jsonnet looks into the last library first, as Argo CD's own does. */
function argumentsOf(
  { tlas, extVars }: JsonnetOptions,
  libraries: readonly string[],
  directory: string,
): readonly string[] {
  return [
    ...libraries.flatMap((library) => ['-J', join(directory, library)]),
    ...tlas.flatMap(({ name, value, code }) => [code ? '--tla-code' : '--tla-str', `${name}=${value}`]),
    ...extVars.flatMap(({ name, value, code }) => [code ? '--ext-code' : '--ext-str', `${name}=${value}`]),
    '--',
  ];
}

interface Evaluation {
  readonly run: Run;
  readonly tree: Tree;
  readonly directory: string;
  readonly arguments: readonly string[];
}

async function valueOf(
  file: string,
  evaluation: Evaluation,
): Promise<{ readonly kind: 'value'; readonly value: Json } | Ended> {
  const { run, tree, directory } = evaluation;
  const args = [...evaluation.arguments, join(directory, file)];
  const answer = answerOf('jsonnet', await run.run({ program: 'jsonnet', args, reads: [directory] }));
  if (answer.kind === 'ended') {
    return answer.rendering.kind === 'failed' ? failed(answer.rendering.message, file) : answer;
  }
  if (answer.kind === 'said-no') {
    const message = inRepository(answer.message, directory);
    return ended({ kind: 'failed', message, place: placeIn(message, tree) ?? first(file) });
  }
  const value = jsonIn(answer.stdout.toString('utf8'));
  if (value === undefined) return ended({ kind: 'gap', unseen: another });
  return isShallow(value)
    ? { kind: 'value', value }
    : failed(`nested deeper than ${String(maxDepth)} levels`, file);
}

const another = unseen('renderer-missing', 'jsonnet is configured as a program whose answer is no JSON');

function failed(message: string, file: string | undefined): Ended {
  const place = file === undefined ? undefined : first(file);
  return ended({ kind: 'failed', message, place });
}

function first(file: string): Failed['place'] {
  return { file, line: 1 };
}

/** The innermost place that it names: `app/a.jsonnet:3:5-9`, or `app/a.jsonnet:(3:5)-(4:2)`. */
function placeIn(message: string, tree: Tree): Failed['place'] {
  for (const line of message.split('\n')) {
    const [, file = '', at = ''] = /^\s*(.+?):\(?(\d+):\d+/u.exec(line) ?? [];
    if (tree.entries.has(file)) return { file, line: Number(at) };
  }
  return undefined;
}

/** Not by calling itself, because a hostile value is as deep as its text is long. */
function isShallow(root: Json): boolean {
  let level: readonly Json[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false;
    level = level.flatMap((value) => {
      if (isJsonArray(value)) return value;
      return isJsonObject(value) ? Object.values(value) : [];
    });
  }
  return true;
}
