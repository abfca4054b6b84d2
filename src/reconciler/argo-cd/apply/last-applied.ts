/** A declared object -> the same with the annotation in which client-side apply keeps it (kubectl pkg/util/apply.go). */
import { compareText } from '../../../object/canonical.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { lastApplied } from '../../../object/last-applied.ts';
import { withoutNullMembers } from '../../../object/merge/json-merge.ts';

export function withLastApplied(target: KubeObject): KubeObject {
  const others = annotationsOf(target).filter(([key]) => key !== lastApplied);
  const text = `${goJson(annotated(target, others))}\n`;
  return annotated(target, [...others, [lastApplied, text]]);
}

type Annotations = readonly (readonly [string, string])[];

/** As the client reads them: a null is an empty text, and one value that is no text makes all of them unreadable. */
function annotationsOf(target: KubeObject): Annotations {
  const annotations = at(target, 'metadata', 'annotations');
  if (!isJsonObject(annotations)) return [];
  const readable = Object.entries(annotations).flatMap(([key, value]): Annotations => {
    if (value === null) return [[key, '']];
    return typeof value === 'string' ? [[key, value]] : [];
  });
  return readable.length === Object.keys(annotations).length ? readable : [];
}

/** What is sent where the object does not exist yet: without nulls, which the annotation keeps. */
export function asCreated(target: KubeObject): KubeObject {
  const { metadata, ...others } = withLastApplied(target);
  return {
    ...without(others),
    apiVersion: target.apiVersion,
    kind: target.kind,
    metadata: { ...without(metadata), name: target.metadata.name },
  };
}

function without(value: JsonObject): JsonObject {
  const cleaned = withoutNullMembers(value);
  return isJsonObject(cleaned) ? cleaned : {};
}

function annotated(object: KubeObject, annotations: Annotations): KubeObject {
  return { ...object, metadata: { ...object.metadata, annotations: Object.fromEntries(annotations) } };
}

/** As Go's encoder writes it: keys sorted, and what HTML could take for markup escaped. */
function goJson(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (!isJsonObject(value)) return escaped(JSON.stringify(value));
  const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return `{${members.map(([key, member]) => `${escaped(JSON.stringify(key))}:${goJson(member)}`).join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll(
    /[<>&\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
