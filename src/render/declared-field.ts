/** A field and the file that declares its object -> its line there, where the file says the very value that was rendered. */
import { isDeepStrictEqual } from 'node:util';
import { fieldAt } from '../object/field-value.ts';
import { identityOf } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';
import { lineOf } from '../object/yaml.ts';
import type { ObjectDocument, OtherDocument } from '../object/yaml.ts';
import type { AskedField } from './asked-field.ts';
import type { ParsedFiles } from './parsed-files.ts';

export function declaredField(asked: AskedField, files: ParsedFiles): Place | undefined {
  const document = documentOf(asked, files);
  return document && literalField(asked, document);
}

/** A value that something overwrites, or makes, is no literal. */
export function literalField(
  { origin, path, value }: AskedField,
  document: ObjectDocument | OtherDocument,
): Place | undefined {
  const found = fieldAt(document.kind === 'object' ? document.object : document.value, path);
  if (found === undefined || !isDeepStrictEqual(found.value, value)) return undefined;
  return { file: origin.file, line: lineOf(document, found.keys) };
}

/** The document that starts at the object's place. Prefixes, suffixes and hashes may surround the name in the file. */
export function documentOf({ origin, object }: AskedField, files: ParsedFiles): ObjectDocument | undefined {
  return files
    .objects(origin.file)
    .find((document) => document.place.line === origin.line && mayBe(document.object, object));
}

function mayBe(source: KubeObject, built: KubeObject): boolean {
  return source.kind === built.kind && identityOf(built).name.includes(identityOf(source).name);
}
