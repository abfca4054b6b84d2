/** An ApplicationSet -> the names of the parameters that its templates use, to say what is unknown with its generators. */
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

const most = 8;

export function usedParameters(set: KubeObject): readonly string[] {
  const isGo = at(set, 'spec', 'goTemplate') === true;
  const texts = [
    ...textsIn(at(set, 'spec', 'template') ?? null),
    ...textsIn(at(set, 'spec', 'templatePatch') ?? null),
  ];
  const names = [...new Set(texts.flatMap((text) => namesIn(text, isGo)))].sort();
  return names.length > most ? [...names.slice(0, most), '…'] : names;
}

function namesIn(text: string, isGo: boolean): readonly string[] {
  const tags = [...text.matchAll(/\{\{([^{}]{1,500})\}\}/g)].map(([, tag = '']) => tag.trim());
  if (!isGo) return tags;
  return tags.flatMap((tag) =>
    [...tag.matchAll(/(?<![\w)\]])\.([A-Za-z_][\w.]*)/g)].map(([, name = '']) => name),
  );
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsIn(member)]);
}
