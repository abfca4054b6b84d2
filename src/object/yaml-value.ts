/** A YAML syntax tree -> the JSON value that kubectl makes of it, or why not. */
import { isAlias, isMap, isScalar, isSeq, Scalar } from 'yaml';
import type { Alias, Node, Pair, YAMLMap } from 'yaml';
import type { Json } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';
import { plainScalar, taggedScalar } from './yaml-scalar.ts';
import type { Scalar as ScalarMeaning } from './yaml-scalar.ts';
import { maxDepth } from './yaml-syntax.ts';
import type { SyntaxProblem } from './yaml-syntax.ts';

export type Value = { readonly kind: 'value'; readonly value: Json } | SyntaxProblem;

/** What aliases may add to a document, in values and characters: enough for people, too little for a bomb. */
const maxAliasWeight = 1_000_000;
const schemaBounds = new Set(['maximum', 'minimum', 'multipleOf']);
const tagPrefix = 'tag:yaml.org,2002:';

/** Of a key that a map has twice: kubectl's server refuses it, go-yaml by itself takes the last. */
export type Repeats = 'refused' | 'last';

interface Anchored {
  readonly value: Json;
  readonly weight: number;
  readonly depth: number;
}

interface Reading {
  /** Members whose numbers the API server holds as doubles as well: their last digits are lost there too. */
  readonly doubles: ReadonlySet<string>;
  readonly repeats: Repeats;
  /** Undefined while the anchored value is still being read. */
  readonly anchors: Map<string, Anchored | undefined>;
  weight: number;
  aliasWeight: number;
  /** The deepest level reached since it was last reset. */
  deepest: number;
}

class ValueError extends Error {
  readonly offset: number;
  constructor(message: string, node: Node | null) {
    super(message);
    this.offset = node?.range?.[0] ?? 0;
  }
}

/** Of Proofline's own limits. */
class LimitError extends ValueError {}

export function valueOf(root: Node | null, repeats: Repeats = 'refused'): Value {
  const isSchema = isMap(root) && root.get('kind') === 'CustomResourceDefinition';
  const doubles = isSchema ? schemaBounds : new Set<string>();
  const reading: Reading = {
    doubles,
    repeats,
    anchors: new Map(),
    weight: 0,
    aliasWeight: 0,
    deepest: 0,
  };
  try {
    return { kind: 'value', value: read(root, 0, reading) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const { message, offset } = error;
    return { kind: 'problem', message, offset, ...(error instanceof LimitError ? { limit: true } : {}) };
  }
}

function read(node: Node | null, depth: number, reading: Reading): Json {
  if (depth > maxDepth) throw new LimitError(`nested deeper than ${maxDepth} levels`, node);
  reading.deepest = Math.max(reading.deepest, depth);
  reading.weight += 1;
  if (isAlias(node)) return readAlias(node, depth, reading);
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
  if (anchor === undefined) return readContent(node, depth, reading);
  const before = { weight: reading.weight, deepest: reading.deepest };
  reading.anchors.set(anchor, undefined);
  reading.deepest = depth;
  const value = readContent(node, depth, reading);
  reading.anchors.set(anchor, {
    value,
    weight: reading.weight - before.weight + 1,
    depth: reading.deepest - depth,
  });
  reading.deepest = Math.max(reading.deepest, before.deepest);
  return value;
}

function readContent(node: Node | null, depth: number, reading: Reading): Json {
  if (isMap(node)) return readMap(node, depth, reading);
  if (isSeq(node)) return node.items.map((item) => read(asNode(item), depth + 1, reading));
  if (!isScalar(node)) return null;
  const meaning = meaningOf(node);
  if (meaning.kind === 'merge') return '<<';
  if (meaning.kind === 'problem') throw new ValueError(meaning.message, node);
  if (meaning.kind === 'rounded') throw new LimitError(roundedMessage(String(node.source)), node);
  if (typeof meaning.value === 'string') reading.weight += meaning.value.length;
  return meaning.value;
}

function roundedMessage(source: string): string {
  return `the integer ${source} has more digits than can be compared exactly; write it as text, or below 2^53`;
}

function meaningOf(node: Scalar): ScalarMeaning {
  const text = typeof node.value === 'string' ? node.value : '';
  const tag = node.tag?.startsWith(tagPrefix) === true ? node.tag.slice(tagPrefix.length) : undefined;
  if (tag !== undefined && (tag !== 'str' || node.source === undefined)) return taggedScalar(tag, text);
  if (node.tag === undefined && node.type === Scalar.PLAIN) return plainScalar(text);
  return { kind: 'value', value: text };
}

function readAlias(alias: Alias, depth: number, reading: Reading): Json {
  if (!reading.anchors.has(alias.source)) throw new ValueError(`unknown anchor ${alias.source}`, alias);
  const anchored = reading.anchors.get(alias.source);
  if (anchored === undefined) throw new ValueError(`anchor ${alias.source} contains itself`, alias);
  reading.weight += anchored.weight;
  reading.aliasWeight += anchored.weight;
  reading.deepest = Math.max(reading.deepest, depth + anchored.depth);
  if (reading.aliasWeight > maxAliasWeight)
    throw new LimitError('its aliases unfold to too much content', alias);
  if (reading.deepest > maxDepth) throw new LimitError(`nested deeper than ${maxDepth} levels`, alias);
  return anchored.value;
}

function readMap(map: YAMLMap, depth: number, reading: Reading): Json {
  const members: Record<string, Json> = {};
  const own = new Set<string>();
  for (const pair of map.items) {
    if (isMergeKey(pair)) merge(members, read(asNode(pair.value), depth, reading), asNode(pair.value));
    else {
      const key = keyOf(pair, reading);
      if (own.has(key) && reading.repeats === 'refused')
        throw new ValueError(`the key ${JSON.stringify(key)} is there twice`, asNode(pair.key));
      own.add(key);
      setMember(members, key, readMember(pair, key, { depth: depth + 1, reading }));
    }
  }
  return members;
}

function readMember(
  pair: Pair,
  key: string,
  at: { readonly depth: number; readonly reading: Reading },
): Json {
  const node = asNode(pair.value);
  const meaning = at.reading.doubles.has(key) && isScalar(node) ? meaningOf(node) : undefined;
  return meaning?.kind === 'rounded' ? meaning.value : read(node, at.depth, at.reading);
}

function isMergeKey(pair: Pair): boolean {
  return isScalar(pair.key) && meaningOf(pair.key).kind === 'merge';
}

/** In the order of the text, as go-yaml v2 does: a merge after a key overrides it, in a list the first map wins. */
function merge(members: Record<string, Json>, value: Json, node: Node | null): void {
  const sources = isJsonArray(value) ? value.toReversed() : [value];
  for (const source of sources) {
    if (!isJsonObject(source)) throw new ValueError('a merge key needs a map or a list of maps', node);
    for (const [key, member] of Object.entries(source)) setMember(members, key, member);
  }
}

function keyOf(pair: Pair, reading: Reading): string {
  const node = asNode(pair.key);
  const key = read(node, 0, reading);
  if (key === null || typeof key === 'object') throw new ValueError('a key must be text', node);
  return String(key);
}

/** Not by assignment: `__proto__` is a key like any other. */
function setMember(members: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
  } else members[key] = value;
}

function asNode(value: unknown): Node | null {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? value : null;
}
