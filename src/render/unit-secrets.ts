/** The files of a unit -> the values in them that are secret, learned by the mask before anything is said. */
import { posix } from 'node:path';

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import { learnFromValues } from '../object/learn-secrets.ts';
import type { Mask } from '../object/masked.ts';
import { isSecretKey } from '../object/secret-key.ts';
import { readValues, readYaml } from '../object/yaml.ts';
import type { Closure } from '../reconciler/unit.ts';
import type { Tree } from '../source/tree.ts';
import type { HelmPlan } from './placed-plan.ts';
import { inDirectory, isWithin, prefixOf } from './repository-path.ts';
import { limits } from './sandbox.ts';

type Learn = (secret: string) => void;

/** All that a renderer's message could quote, also from files that cannot be parsed. */
export async function learnFromSources(mask: Mask, tree: Tree, closure: Closure): Promise<void> {
  const paths = [...tree.entries.keys()].filter((path) => isWithin(closure.paths, path));
  const contents = await tree.read(paths, limits.read);
  const learn = learner(mask);
  for (const [path, content] of contents) {
    const text = content.toString('utf8');
    learnFromLines(text, learn);
    if (!/\.(?:ya?ml|json)$|^Kustomization$/u.test(posix.basename(path))) continue;
    for (const document of readYaml(path, content)) {
      if (document.kind === 'object') learnFromValue(document.object, learn);
      else if (document.kind === 'other') {
        learnFromValue(document.value, learn);
        learnFromGenerators(document.value, { directory: posix.dirname(path), contents, learn });
      }
    }
  }
}

/** A chart may write a value anywhere, and only the values say by its key that it is secret. */
export async function learnFromChart(mask: Mask, plan: HelmPlan, tree: Tree): Promise<void> {
  learnFromPlan(mask, plan);
  const prefix = prefixOf(plan.chart);
  const paths = [...tree.entries.keys()].filter(
    (path) =>
      plan.valuesFiles.includes(path) || (path.startsWith(prefix) && posix.basename(path) === 'values.yaml'),
  );
  for (const [path, content] of await tree.read(paths, limits.read)) {
    if (isLearned(mask, content)) continue;
    for (const document of readValues(path, content.toString('utf8'))) {
      if (document.kind !== 'problem') learnFromValues(mask, document.value);
    }
  }
}

/** Values files are shared by units, and the same in memory. */
const learned = new WeakMap<Mask, WeakSet<Buffer>>();

function isLearned(mask: Mask, content: Buffer): boolean {
  const known = learned.get(mask) ?? new WeakSet<Buffer>();
  learned.set(mask, known);
  if (known.has(content)) return true;
  known.add(content);
  return false;
}

function learnFromPlan(mask: Mask, { values = '', parameters = [] }: HelmPlan): void {
  learnFromLines(values, learner(mask));
  for (const document of readValues('values', values)) {
    if (document.kind !== 'problem') learnFromValues(mask, document.value);
  }
  for (const { name, value, as } of parameters) {
    if (as !== 'file' && name.split(/[.[\]]/u).some(isSecretKey)) mask.learn(value);
  }
}

function learner(mask: Mask): Learn {
  const known = new Set<string>();
  return (secret) => {
    if (known.has(secret)) return;
    known.add(secret);
    mask.learn(secret);
  };
}

function learnFromValue(value: Json, learn: Learn): void {
  if (isJsonArray(value)) {
    for (const item of value) learnFromValue(item, learn);
  } else if (isJsonObject(value)) learnFromMap(value, learn);
}

function learnFromMap(map: JsonObject, learn: Learn): void {
  if (map['kind'] === 'Secret') {
    for (const text of ['data', 'stringData'].flatMap((key) => textsIn(map[key]))) learn(text);
  }
  for (const [key, member] of Object.entries(map)) {
    if (typeof member === 'string' && isSecretKey(key)) learn(member);
    else learnFromValue(member, learn);
  }
  // A member of a list of names and values, such as a container's environment.
  const { name, value } = map;
  if (typeof name === 'string' && typeof value === 'string' && isSecretKey(name)) learn(value);
}

function textsIn(value: Json | undefined): readonly string[] {
  return isJsonObject(value)
    ? Object.values(value).map((text) => (typeof text === 'object' ? '' : String(text)))
    : [];
}

interface Generators {
  readonly directory: string;
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly learn: Learn;
}

/** kustomize's secretGenerator: literals, and files with or without a key before them. */
function learnFromGenerators(kustomization: Json, { directory, contents, learn }: Generators): void {
  const generators = isJsonObject(kustomization) ? kustomization['secretGenerator'] : undefined;
  if (!isJsonArray(generators)) return;
  for (const generator of generators) {
    if (!isJsonObject(generator)) continue;
    for (const literal of listOf(generator['literals'])) learn(afterEquals(literal));
    for (const file of [
      ...listOf(generator['files']),
      ...listOf(generator['envs']),
      ...listOf([generator['env'] ?? '']),
    ]) {
      const content = contents.get(inDirectory(directory, afterEquals(file)))?.toString('utf8');
      if (content !== undefined) learnFile(content, learn);
    }
  }
}

function learnFile(content: string, learn: Learn): void {
  learn(content);
  for (const line of content.split('\n')) if (line.includes('=')) learn(afterEquals(line.trim()));
}

function listOf(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function afterEquals(text: string): string {
  return text.slice(text.indexOf('=') + 1);
}

const maxLine = 4096;
const pair = /^\s*(?:- +)?["']?([\w./-]{1,120})["']?\s*[:=]\s*(\S.*)$/u;

/** Line by line, because the file that fails is often the one that does not parse. */
function learnFromLines(text: string, learn: Learn): void {
  let inSecret = false;
  for (const line of text.split('\n').filter(({ length }) => length <= maxLine)) {
    if (line.startsWith('---')) inSecret = false;
    else if (/^\s*["']?kind["']?:\s*["']?Secret\b/u.test(line)) inSecret = true;
    const [, key = '', value = ''] = pair.exec(line) ?? [];
    if (isSecretKey(key) || (inSecret && !structural.has(key))) learn(unquoted(value));
  }
}

/** Keys of a Secret's frame, whose values are names. */
const structural = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'name',
  'namespace',
  'type',
  'data',
  'stringData',
]);

function unquoted(value: string): string {
  return value
    .trim()
    .replace(/[,;]$/u, '')
    .replace(/^["'](.*)["']$/u, '$1');
}
