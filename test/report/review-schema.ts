/** A review in the JSON form -> what the schema in the repository has against it; empty where it is valid. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { reviewSchemaFile } from '../../scripts/review-schema.ts';
import { isJsonObject } from '../../src/object/json.ts';
import type { Json } from '../../src/object/json.ts';

export const schemaText = readFileSync(new URL(`../../${reviewSchemaFile().path}`, import.meta.url), 'utf8');
export const schema = jsonObject(schemaText);

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

export function jsonObject(text: string): Record<string, Json> {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('this is no JSON object');
  return value;
}

export function faultsOf(review: unknown): readonly string[] {
  return validate(review)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath || '/'} ${message}`);
}
