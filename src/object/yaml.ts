/** A YAML or JSON file -> its Kubernetes objects with their places, what is none, and what cannot be read. */
import type { Node } from 'yaml';
import type { FieldPath } from './field-path.ts';
import type { Json, JsonObject } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';
import type { KubeObject } from './kube-object.ts';
import type { Place } from './place.ts';
import { chunksOf, lineCounter } from './yaml-chunks.ts';
import type { Chunk } from './yaml-chunks.ts';
import { offsetOf } from './yaml-node.ts';
import { syntaxOf } from './yaml-syntax.ts';
import type { SyntaxProblem } from './yaml-syntax.ts';
import { valueOf } from './yaml-value.ts';
import type { Repeats } from './yaml-value.ts';

export interface ObjectDocument {
  readonly kind: 'object';
  readonly object: KubeObject;
  /** Where the object starts. */
  readonly place: Place;
  readonly source: DocumentSource;
}

/** Readable, but without apiVersion and kind. */
export interface OtherDocument {
  readonly kind: 'other';
  readonly value: Json;
  readonly place: Place;
  readonly source: DocumentSource;
}

/** For lineOf. */
interface DocumentSource {
  readonly chunk: Chunk;
  readonly prefix: FieldPath;
}

export interface YamlProblem {
  readonly kind: 'problem';
  /** Raw: it can quote the file. */
  readonly message: string;
  readonly place: Place;
  /** A limit of Proofline's own: other readers may take the text. */
  readonly limit?: true;
}

export type YamlDocument = ObjectDocument | OtherDocument | YamlProblem;

export interface ReadOptions {
  /** Files over this many bytes are a problem; a renderer's output may be given another limit. */
  readonly maxBytes?: number;
  readonly repeats?: Repeats;
}

const defaultMaxBytes = 10_000_000;

/** One answer a document, in the order of the file; a `List` gives its items. Never throws. */
export function readYaml(
  file: string,
  content: Buffer | string,
  options: ReadOptions = {},
): readonly YamlDocument[] {
  return rootsOf(file, content, options).flatMap((root) =>
    root.kind === 'problem' ? [root] : classify(root, root.value, []),
  );
}

/** The same documents as they are, whether they are Kubernetes objects or not. */
export function readValues(
  file: string,
  content: Buffer | string,
  options: ReadOptions = {},
): readonly (OtherDocument | YamlProblem)[] {
  return rootsOf(file, content, options).map((root) =>
    root.kind === 'problem' ? root : other(root, root.value, []),
  );
}

/** The line of a field, or of its nearest parent that the source has. */
export function lineOf(document: ObjectDocument | OtherDocument, path: FieldPath): number {
  return linesIn(document)(path);
}

/** lineOf for many fields of one document, which is parsed only once. */
export function linesIn({ source, place }: ObjectDocument | OtherDocument): (path: FieldPath) => number {
  const { chunk, prefix } = source;
  const syntax = syntaxOf(chunk.text);
  if (syntax.kind === 'problem') return () => place.line;
  const root = syntax.documents.find((candidate) => candidate.contents !== null)?.contents ?? null;
  const line = lineCounter(chunk.text);
  return (path) => chunk.line + line(offsetOf(root, [...prefix, ...path])) - 1;
}

interface Root {
  readonly kind: 'root';
  readonly value: Json;
  readonly chunk: Chunk;
  readonly node: Node;
  readonly placeOf: (offset: number) => Place;
}

function rootsOf(
  file: string,
  content: Buffer | string,
  { maxBytes = defaultMaxBytes, repeats = 'refused' }: ReadOptions,
): readonly (Root | YamlProblem)[] {
  const chunks = chunksOf(content, maxBytes);
  if (chunks.kind === 'problem') {
    const { line, ...problem } = chunks;
    return [{ ...problem, place: { file, line } }];
  }
  return chunks.chunks.flatMap((chunk) => rootsIn(file, chunk, repeats));
}

function rootsIn(file: string, chunk: Chunk, repeats: Repeats): readonly (Root | YamlProblem)[] {
  const line = lineCounter(chunk.text);
  const placeOf = (offset: number): Place => ({ file, line: chunk.line + line(offset) - 1 });
  const problem = ({ offset, ...said }: SyntaxProblem): YamlProblem => ({ ...said, place: placeOf(offset) });
  const syntax = syntaxOf(chunk.text);
  if (syntax.kind === 'problem') return [problem(syntax)];
  return syntax.documents.flatMap((document): readonly (Root | YamlProblem)[] => {
    const node = document.contents;
    if (node === null) return [];
    const value = valueOf(node, repeats);
    if (value.kind === 'problem') return [problem(value)];
    return value.value === null ? [] : [{ kind: 'root', value: value.value, chunk, node, placeOf }];
  });
}

function classify(root: Root, value: Json, prefix: FieldPath): readonly YamlDocument[] {
  if (!isJsonObject(value)) return [other(root, value, prefix)];
  const items = value['items'];
  if (isJsonArray(items) && typeof value['kind'] === 'string' && value['kind'].endsWith('List')) {
    return items.flatMap((item, index) => classify(root, itemOf(value, item), [...prefix, 'items', index]));
  }
  if (!isNonEmpty(value['apiVersion']) || !isNonEmpty(value['kind'])) return [other(root, value, prefix)];
  const { place, source } = other(root, value, prefix);
  const read = asKubeObject(value);
  return [typeof read === 'string' ? { kind: 'problem', message: read, place } : { ...read, place, source }];
}

/** A value as the object that it is, or why it is none. */
export function asKubeObject(
  value: JsonObject,
): { readonly kind: 'object'; readonly object: KubeObject } | string {
  const kind = value['kind'];
  const lacking = ['apiVersion', 'kind'].filter((key) => !isNonEmpty(value[key]));
  if (!isNonEmpty(kind) || lacking.length > 0)
    return `this is no Kubernetes object: it has no ${lacking.join(' and no ')}`;
  const object = withName(value);
  return isKubeObject(object) ? { kind: 'object', object } : namelessMessage(kind, value['metadata']);
}

function other(root: Root, value: Json, prefix: FieldPath): OtherDocument {
  const place = root.placeOf(offsetOf(root.node, prefix));
  return { kind: 'other', value, place, source: { chunk: root.chunk, prefix } };
}

/** With generateName the name is empty until the server makes one. */
function withName(value: JsonObject): JsonObject {
  const metadata = value['metadata'];
  if (!isJsonObject(metadata) || !isNonEmpty(metadata['generateName'])) return value;
  return { ...value, metadata: { ...metadata, name: metadata['name'] ?? '' } };
}

function namelessMessage(kind: string, metadata: Json | undefined): string {
  const said = (key: string): Json => (isJsonObject(metadata) ? metadata[key] : undefined) ?? '';
  const wrong = ['name', 'namespace'].find((key) => typeof said(key) !== 'string');
  if (wrong === undefined) return `this ${kind} has no metadata.name`;
  return `the metadata.${wrong} of this ${kind} is no text but ${JSON.stringify(said(wrong))}; put it in quotes`;
}

/** Items of a typed list may leave out what the list says (`ConfigMapList`). */
function itemOf(list: JsonObject, item: Json): Json {
  if (!isJsonObject(item) || list['kind'] === 'List') return item;
  const kind = list['kind'];
  const singular = typeof kind === 'string' ? kind.replace(/List$/, '') : '';
  return { apiVersion: list['apiVersion'] ?? '', kind: singular, ...item };
}

function isNonEmpty(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function isKubeObject(value: JsonObject): value is KubeObject {
  const metadata = value['metadata'];
  if (!isJsonObject(metadata) || typeof (metadata['namespace'] ?? '') !== 'string') return false;
  const name = metadata['name'];
  return typeof name === 'string' && (name !== '' || isNonEmpty(metadata['generateName']));
}
