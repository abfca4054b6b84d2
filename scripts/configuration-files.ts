/** The schemas in src/config/ -> the JSON Schemas and the reference that are made from them. */
import { existsSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { operatorSchema } from '../src/config/operator.ts';
import { repositorySchema } from '../src/config/repository.ts';
import { variables } from '../src/config/variables.ts';
import { isJsonArray, isJsonObject } from '../src/object/json.ts';
import type { Json, JsonObject } from '../src/object/json.ts';

export interface MadeFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

export function configurationFiles(ruleNames: readonly string[]): readonly MadeFile[] {
  const operator = jsonSchema('Proofline: the operator’s file', operatorSchema);
  const repository = jsonSchema('Proofline: .github/proofline.yml', repositorySchema(ruleNames));
  return [
    { path: 'schema/operator.schema.json', text: `${JSON.stringify(operator, null, 2)}\n` },
    { path: 'schema/proofline.schema.json', text: `${JSON.stringify(repository, null, 2)}\n` },
    { path: 'docs/configuration.md', text: reference(operator, repository) },
  ];
}

/** A rule's name is its file's name. */
export function ruleNamesOf(folder: URL): readonly string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return files.map((file) => file.slice(0, -'.ts'.length)).sort();
}

function jsonSchema(title: string, schema: z.ZodType): JsonObject {
  const made: unknown = z.toJSONSchema(schema, { io: 'input' });
  if (!isJsonObject(made)) throw new TypeError('zod made no schema');
  const { $schema = '', ...rest } = made;
  return { $schema, title, ...rest };
}

function reference(operator: JsonObject, repository: JsonObject): string {
  const environment = Object.entries(variables).map(([name, about]) => `| \`${name}\` | ${about} |`);
  return [
    '# Configuration',
    '',
    'Made by `npm run schemas` from the code; editors can check both files with the JSON Schemas in `schema/`.',
    'With neither file everything works: units are found by looking, no cluster is asked, and what was not seen is listed.',
    '',
    '## The operator’s file',
    '',
    'Named by `PROOFLINE_CONFIG`, on the machine that runs Proofline.',
    '',
    ...table(operator),
    '## The repository’s file',
    '',
    '`.github/proofline.yml`, always read from the tip of the base branch.',
    '',
    ...table(repository),
    '## Environment variables',
    '',
    '| variable | meaning |',
    '|---|---|',
    ...environment,
    '',
  ].join('\n');
}

function table(schema: JsonObject): readonly string[] {
  return ['| field | type | default | meaning |', '|---|---|---|---|', ...rows(schema, ''), ''];
}

function rows(schema: JsonObject, prefix: string): readonly string[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return [];
    const field = prefix === '' ? name : `${prefix}.${name}`;
    const row = `| \`${field}\` | ${typeOf(property)} | ${defaultOf(schema, name)} | ${text(property['description'])} |`;
    return [row, ...inside(property, field)];
  });
}

function inside(property: JsonObject, field: string): readonly string[] {
  const items = property['items'];
  if (isJsonObject(items)) return rows(items, `${field}[]`);
  const variants = property['anyOf'];
  if (isJsonArray(variants)) return variants.filter(isJsonObject).flatMap((variant) => rows(variant, field));
  return rows(property, field);
}

function typeOf(property: JsonObject): string {
  if (isJsonArray(property['enum'])) return words(property['enum']);
  if (property['const'] !== undefined) return words([property['const']]);
  const variants = property['anyOf'];
  if (isJsonArray(variants)) return [...new Set(variants.filter(isJsonObject).map(typeOf))].join(' or ');
  const items = property['items'];
  if (isJsonObject(items)) return `list of ${typeOf(items)}`;
  const members = property['additionalProperties'];
  if (isJsonObject(members)) return `map to ${typeOf(members)}`;
  return property['type'] === 'object' ? 'map' : text(property['type']);
}

function words(values: readonly Json[]): string {
  return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
}

function defaultOf(schema: JsonObject, name: string): string {
  const property = isJsonObject(schema['properties']) ? schema['properties'][name] : undefined;
  const value = isJsonObject(property) ? property['default'] : undefined;
  if (value !== undefined) return isJsonObject(value) ? '' : words([value]);
  const required = schema['required'];
  return isJsonArray(required) && required.includes(name) ? 'required' : '';
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value.replaceAll('|', String.raw`\|`) : '';
}
