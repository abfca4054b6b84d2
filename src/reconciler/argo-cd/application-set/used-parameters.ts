/** An ApplicationSet -> the names of the parameters that its templates use, to say what is unknown with its generators. */
import { at } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { textsIn } from './filler.ts';

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
