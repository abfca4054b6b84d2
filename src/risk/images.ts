/** An object -> the images that it names, wherever: container lists, custom resources, values of Helm charts. */
import { fieldText } from '../object/field-path.ts';
import type { FieldPath } from '../object/field-path.ts';
import { itemStep } from '../object/field-value.ts';
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';

export interface Image {
  readonly reference: string;
  readonly field: FieldPath;
}

/** By the field; containers by name, so that a new one in the list moves nothing. */
export type Images = ReadonlyMap<string, Image>;

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

function imagesIn(value: Json, path: FieldPath): readonly Image[] {
  if (isJsonArray(value)) {
    return value.flatMap((item, index) => imagesIn(item, [...path, itemStep(item, index)]));
  }
  if (!isJsonObject(value)) return [];
  const whole = composed(value);
  const inside = Object.entries(value).flatMap(([key, child]) => {
    const image = key === 'image' ? text(child) : undefined;
    const field = [...path, key];
    return image === undefined || /\s/.test(image) ? imagesIn(child, field) : [{ reference: image, field }];
  });
  return whole === undefined ? inside : [{ reference: whole, field: path }, ...inside];
}

/** Status is left out: it says what runs, not what is asked for. */
export function imagesOf(object: KubeObject): Images {
  const specified = Object.entries(object).filter(([key]) => key !== 'status' && key !== 'metadata');
  const images = specified.flatMap(([key, value]) => imagesIn(value, [key]));
  return new Map(images.map((image) => [fieldText(image.field), image]));
}
