/** A field and a kustomization -> the places in its patches that set the field to the very value that was built. */
import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fieldAt } from '../object/field-value.ts';
import type { Json } from '../object/json.ts';
import { pointerTo } from '../object/json-pointer.ts';
import { at, isJsonArray } from '../object/json.ts';
import type { Place } from '../object/place.ts';
import { lineOf } from '../object/yaml.ts';
import type { OtherDocument } from '../object/yaml.ts';
import type { Kustomized } from './kustomize-field.ts';
import { valuesIn, type ParsedFiles } from './parsed-files.ts';
import { inDirectory } from './repository-path.ts';

interface Patch {
  readonly text: string;
  readonly file: string;
  /** Of its first line. */
  readonly line: number;
  /** Undefined where the patch itself names the object. */
  readonly target: Json | undefined;
}

export function patchPlaces(asked: Kustomized, file: string, files: ParsedFiles): readonly Place[] {
  return patchesIn(file, files).flatMap((patch) => {
    if (patch.target !== undefined && !isTarget(asked, patch.target)) return [];
    const lines = [...mergeLines(asked, patch), ...operationLines(asked, patch)];
    return lines.map((line) => ({ file: patch.file, line: patch.line + line - 1 }));
  });
}

/** What kustomize takes for a pattern matches only itself here. */
function isTarget({ object, names }: Kustomized, target: Json): boolean {
  const [kind, name] = [at(target, 'kind'), at(target, 'name')];
  const isNamed = name === undefined || (typeof name === 'string' && names.includes(name));
  return isNamed && (kind === undefined || kind === object.kind);
}

/** A strategic merge: an object with what it changes; a target overrules what it says of itself. */
function mergeLines(asked: Kustomized, { text, file, target }: Patch): readonly number[] {
  return valuesIn(file, text).flatMap((document) => {
    const name = at(document.value, 'metadata', 'name');
    const isNamed = typeof name === 'string' && asked.names.includes(name);
    const isMeant = target !== undefined || (isNamed && at(document.value, 'kind') === asked.object.kind);
    const found = isMeant ? fieldAt(document.value, asked.path) : undefined;
    return found && isDeepStrictEqual(found.value, asked.value) ? [lineOf(document, found.keys)] : [];
  });
}

/** RFC 6902: a list of operations, each with the pointer of a field. */
function operationLines({ keys, value }: Kustomized, { text, file, target }: Patch): readonly number[] {
  if (target === undefined) return [];
  const pointer = pointerTo(keys);
  return valuesIn(file, text).flatMap((document) => {
    const operations = isJsonArray(document.value) ? document.value : [];
    return operations.flatMap((operation, index) =>
      at(operation, 'path') === pointer && isDeepStrictEqual(at(operation, 'value'), value)
        ? [lineOf(document, [index, 'value'])]
        : [],
    );
  });
}

function patchesIn(file: string, files: ParsedFiles): readonly Patch[] {
  return files.values(file).flatMap((document) => [
    ...entries(document, 'patchesStrategicMerge').flatMap(({ entry, keys }) =>
      typeof entry === 'string' ? patchOf({ document, keys, target: undefined }, entry, files) : [],
    ),
    ...['patches', 'patchesJson6902'].flatMap((field) =>
      entries(document, field).flatMap(({ entry, keys }) => {
        const target = at(entry, 'target');
        return ['path', 'patch'].flatMap((key) => {
          const text = at(entry, key);
          return typeof text === 'string'
            ? patchOf({ document, keys: [...keys, key], target }, text, files)
            : [];
        });
      }),
    ),
  ]);
}

interface Entry {
  readonly entry: Json;
  readonly keys: readonly (string | number)[];
}

function entries({ value }: OtherDocument, field: string): readonly Entry[] {
  const list = at(value, field);
  return isJsonArray(list) ? list.map((entry, index) => ({ entry, keys: [field, index] })) : [];
}

interface Reference {
  readonly document: OtherDocument;
  readonly keys: readonly (string | number)[];
  readonly target: Json | undefined;
}

/** Text of several lines is the patch; one line is the path of its file, or the patch in flow style. */
function patchOf(reference: Reference, text: string, files: ParsedFiles): readonly Patch[] {
  const { document, keys, target } = reference;
  const { file } = document.place;
  const named = inDirectory(posix.dirname(file), text.trim());
  const content = text.includes('\n') ? undefined : files.text(named);
  if (content !== undefined) return [{ text: content, file: named, line: 1, target }];
  const line = lineOf(document, keys);
  const isBlock = /[|>][-+\d]*\s*(?:#.*)?$/u.test(files.text(file)?.split('\n')[line - 1] ?? '');
  return isBlock ? [{ text, file, line: line + 1, target }] : [];
}
