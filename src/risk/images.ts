/** An object -> the images that it names, wherever: container lists, custom resources, values of Helm charts. */
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';

/** Where an image stands; containers by name, so that a new one in the list moves nothing. */
export type Images = ReadonlyMap<string, string>;

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `{registry, repository, tag, digest}` of a chart's values, or of a custom resource. */
function composed(map: JsonObject): string | undefined {
  const repository = text(map['repository']);
  const tag = text(map['tag']) ?? (typeof map['tag'] === 'number' ? String(map['tag']) : undefined);
  const digest = text(map['digest']);
  if (repository === undefined || (tag === undefined && digest === undefined)) return undefined;
  const registry = text(map['registry']);
  const name = registry === undefined ? repository : `${registry}/${repository}`;
  return `${name}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

function labelOf(item: Json, index: number): string {
  const name = isJsonObject(item) ? text(item['name']) : undefined;
  return name ?? String(index);
}

function collect(value: Json, path: string, found: Map<string, string>): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}/${labelOf(item, index)}`, found);
    return;
  }
  if (!isJsonObject(value)) return;
  const whole = composed(value);
  if (whole !== undefined) found.set(path, whole);
  for (const [key, child] of Object.entries(value)) {
    const image = key === 'image' ? text(child) : undefined;
    if (image !== undefined && !/\s/.test(image)) found.set(path, image);
    else collect(child, `${path}/${key}`, found);
  }
}

/** Status is left out: it says what runs, not what is asked for. */
export function imagesOf(object: KubeObject): Images {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(object)) {
    if (key !== 'status' && key !== 'metadata') collect(value, key, found);
  }
  return found;
}
