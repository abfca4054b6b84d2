/** A YAML or JSON file of a directory -> what Argo CD takes from it: its objects, nothing without a word, or an error. */
import { isJsonObject, jsonIn } from '../object/json.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';
import { linesIn, readValues, type OtherDocument, type YamlProblem } from '../object/yaml.ts';
import { hasKind, objectsOf, type Objects } from './argo-cd-objects.ts';
import type { ManifestReader } from './manifest-reader.ts';
import type { Dropped, Failed } from './rendering.ts';

export type Manifest = Objects | { readonly kind: 'dropped'; readonly dropped: Dropped };

/** Bytes that are no UTF-8 are read as replacement characters, as there. */
export function manifestOf(path: string, content: Buffer, read: ManifestReader): Manifest {
  const text = content.toString('utf8');
  if (path.endsWith('.json')) return jsonManifest(path, text);
  const documents = text.includes('items') ? [] : read(path, content);
  const objects = documents.filter((document) => document.kind === 'object');
  if (objects.length > 0 && objects.length === documents.length) {
    return { kind: 'objects', declared: objects.map(({ object, place }) => ({ object, origin: place })) };
  }
  return yamlManifest(path, text);
}

/** argo-cd v3.5, reposerver/repository/repository.go: what could be read before the first trouble decides. */
function yamlManifest(path: string, text: string): Manifest {
  const declared: Declared[] = [];
  let known = 0;
  for (const document of readValues(path, text, { repeats: 'last' })) {
    if (document.kind === 'problem' || !hasKind(document.value)) {
      return known > 0 || isMeantAsManifest(text, document)
        ? { kind: 'failed', message: messageOf(document), place: document.place }
        : { kind: 'dropped', dropped: { place: document.place, why: whyOf(document) } };
    }
    known += 1;
    const objects = objectsIn(document);
    if (objects.kind === 'failed') return objects;
    declared.push(...objects.declared);
  }
  return { kind: 'objects', declared };
}

function objectsIn(document: OtherDocument): Objects {
  const { value, place } = document;
  if (!isJsonObject(value)) return { kind: 'failed', message: messageOf(document), place };
  const lines = linesIn(document);
  return objectsOf(value, (item): Place => {
    return item === undefined ? place : { file: place.file, line: lines(['items', item]) };
  });
}

/** Argo CD looks for three words; what only Proofline cannot read must not count as passed over. */
function isMeantAsManifest(text: string, document: OtherDocument | YamlProblem): boolean {
  if (['apiVersion:', 'kind:', 'metadata:'].every((word) => text.includes(word))) return true;
  // It would be tried as JSON first, of which one document may follow another.
  return document.kind === 'problem' && (document.limit === true || text.trimStart().startsWith('{'));
}

function whyOf(document: OtherDocument | YamlProblem): Dropped['why'] {
  return document.kind === 'problem' ? 'unreadable' : 'no-object';
}

function messageOf(document: OtherDocument | YamlProblem): string {
  return document.kind === 'problem' ? document.message : 'this is no Kubernetes object: it has no kind';
}

/** Exactly one value, and that an object. */
function jsonManifest(path: string, text: string): Manifest {
  const failed = (message: string): Failed => ({ kind: 'failed', message, place: { file: path, line: 1 } });
  if (jsonIn(text.replace(/^\uFEFF/, '')) === undefined) return failed('this is no single JSON value');
  const [document] = readValues(path, text, { repeats: 'last' });
  // It holds `null`.
  if (document === undefined) return { kind: 'objects', declared: [] };
  if (document.kind === 'problem' || !hasKind(document.value)) {
    return { kind: 'failed', message: messageOf(document), place: document.place };
  }
  return objectsIn(document);
}
