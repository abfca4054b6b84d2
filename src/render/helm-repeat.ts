/** Two renders of one chart -> its objects without chance and clock, and a gap for each that had some. */
import { identityOf } from '../object/identity.ts';
import type { Json } from '../object/json.ts';
import { isJsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ObjectDocument } from '../object/yaml.ts';
import { sourceOf } from './helm-place.ts';
import { unseen, type Unseen } from './rendering.ts';
import { steadied } from './steady.ts';

export interface Repeated {
  /** As many as the first render's, in its order. */
  readonly objects: readonly KubeObject[];
  readonly unseen: readonly Unseen[];
}

const maxPaths = 5;

export function repeated(first: readonly ObjectDocument[], second: readonly ObjectDocument[]): Repeated {
  const aligned =
    first.length === second.length &&
    first.every((document, index) => originOf(document) === originOf(second[index]));
  if (!aligned) {
    const why = 'chance or the clock decides which objects this chart declares: each render gives others';
    return { objects: first.map(({ object }) => object), unseen: [unseen('live-value-needed', why)] };
  }
  const counts = new Map<string, number>();
  const notSeen: Unseen[] = [];
  const objects = first.map((document, index) => {
    const origin = originOf(document);
    const count = counts.get(origin) ?? 0;
    counts.set(origin, count + 1);
    const other = second[index]?.object ?? document.object;
    const { value, paths } = steadied({
      first: document.object,
      second: other,
      seed: `${origin}\n${String(count)}`,
    });
    if (paths.length === 0 || !isKubeObject(value)) return document.object;
    notSeen.push(unseen('live-value-needed', replacedWhy(paths), identityOf(value)));
    return value;
  });
  return { objects, unseen: notSeen };
}

function originOf(document: ObjectDocument | undefined): string {
  return document === undefined ? '' : `${document.object.kind}\n${sourceOf(document) ?? ''}`;
}

function replacedWhy(paths: readonly string[]): string {
  const more = paths.length > maxPaths ? ` and ${String(paths.length - maxPaths)} more` : '';
  return `chance or the clock gives it other values at each render; steady ones stand for ${paths.slice(0, maxPaths).join(', ')}${more}`;
}

function isKubeObject(value: Json): value is KubeObject {
  return isJsonObject(value) && typeof value['kind'] === 'string' && isJsonObject(value['metadata'] ?? null);
}
