/** A YAML or JSON file -> its Kubernetes objects with their places, what is none, and what cannot be read. */
import type { Node } from 'yaml';
import type { FieldPath } from './field-path.ts';
import type { Json, JsonObject } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';
import type { KubeObject } from './kube-object.ts';
import type { Place } from './place.ts';
import { chunksOf, lineAt } from './yaml-chunks.ts';
import type { Chunk } from './yaml-chunks.ts';
import { offsetOf } from './yaml-node.ts';
import { syntaxOf } from './yaml-syntax.ts';
import { valueOf } from './yaml-value.ts';

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
}

export type YamlDocument = ObjectDocument | OtherDocument | YamlProblem;

/** Files over this many bytes are a problem; a renderer's output may be given another limit. */
export const defaultMaxBytes = 10_000_000;

/** One answer a document, in the order of the file; a `List` gives its items. Never throws. */
export function readYaml(
  file: string,
  content: Buffer | string,
  maxBytes = defaultMaxBytes,
): readonly YamlDocument[] {
  const chunks = chunksOf(content, maxBytes);
  if (chunks.kind === 'problem') {
    return [{ kind: 'problem', message: chunks.message, place: { file, line: chunks.line } }];
  }
  return chunks.chunks.flatMap((chunk) => readChunk(file, chunk));
}

/** The line of a field, or of its nearest parent that the source has. */
export function lineOf(document: ObjectDocument | OtherDocument, path: FieldPath): number {
  const { chunk, prefix } = document.source;
  const syntax = syntaxOf(chunk.text);
  if (syntax.kind === 'problem') return document.place.line;
  const root = syntax.documents.find((candidate) => candidate.contents !== null)?.contents ?? null;
  return chunk.line + lineAt(chunk.text, offsetOf(root, [...prefix, ...path])) - 1;
}

interface Root {
  readonly file: string;
  readonly chunk: Chunk;
  readonly node: Node;
}

function readChunk(file: string, chunk: Chunk): readonly YamlDocument[] {
  const placeOf = (offset: number): Place => ({ file, line: chunk.line + lineAt(chunk.text, offset) - 1 });
  const syntax = syntaxOf(chunk.text);
  if (syntax.kind === 'problem')
    return [{ kind: 'problem', message: syntax.message, place: placeOf(syntax.offset) }];
  return syntax.documents.flatMap((document): readonly YamlDocument[] => {
    const node = document.contents;
    if (node === null) return [];
    const value = valueOf(node);
    if (value.kind === 'problem')
      return [{ kind: 'problem', message: value.message, place: placeOf(value.offset) }];
    if (value.value === null) return [];
    return classify({ file, chunk, node }, value.value, []);
  });
}

function classify(root: Root, value: Json, prefix: FieldPath): readonly YamlDocument[] {
  const offset = offsetOf(root.node, prefix);
  const place = { file: root.file, line: root.chunk.line + lineAt(root.chunk.text, offset) - 1 };
  const source = { chunk: root.chunk, prefix };
  if (!isJsonObject(value)) return [{ kind: 'other', value, place, source }];
  const items = value['items'];
  if (isJsonArray(items) && typeof value['kind'] === 'string' && value['kind'].endsWith('List')) {
    return items.flatMap((item, index) => classify(root, itemOf(value, item), [...prefix, 'items', index]));
  }
  if (!isNonEmpty(value['apiVersion']) || !isNonEmpty(value['kind'])) {
    return [{ kind: 'other', value, place, source }];
  }
  if (!isKubeObject(value)) {
    return [{ kind: 'problem', message: `this ${value['kind']} has no metadata.name`, place }];
  }
  return [{ kind: 'object', object: value, place, source }];
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
  return isJsonObject(metadata) && (isNonEmpty(metadata['name']) || isNonEmpty(metadata['generateName']));
}
