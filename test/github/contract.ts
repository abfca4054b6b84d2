/** A request or an answer -> what GitHub's published description says against it. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { amended } from './amendments.ts';
import { listOf, objectOf, parsed, textOf, type JsonObject } from './json.ts';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
  readonly bodyRequired: boolean;
  /** Top-level properties that the body may have. */
  readonly properties: ReadonlySet<string>;
  readonly statuses: ReadonlySet<string>;
}

export interface Route {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** These may hold slashes; every other path parameter is one segment. */
const DEEP: ReadonlySet<string> = new Set(['path', 'ref', 'branch']);

/** A check is compiled in each process, and used there a few times: what makes it fast costs more than it saves. */
const validation = { strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } };

function read(name: string): JsonObject {
  return objectOf(parsed(readFileSync(new URL(`contract/${name}.json`, import.meta.url), 'utf8')));
}

function patternOf(template: string): RegExp {
  const source = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    DEEP.has(name) ? '(.+)' : '([^/]+)',
  );
  return new RegExp(`^${source}$`);
}

function operationOf([key, source]: [string, unknown]): Operation {
  const [method = '', template = ''] = key.split(' ');
  const { id, parameters, body, bodyRequired, responses } = objectOf(source);
  return {
    id: textOf(id) ?? '',
    method,
    template,
    pattern: patternOf(template),
    names: [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    parameters: listOf(parameters).map((entry) => {
      const { name, in: place, required } = objectOf(entry);
      return { name: textOf(name) ?? '', in: textOf(place) ?? '', required: required === true };
    }),
    hasBody: body !== undefined,
    bodyRequired: bodyRequired === true,
    properties: new Set(Object.keys(objectOf(objectOf(body)['properties']))),
    statuses: new Set(
      Object.entries(objectOf(responses)).map(([status, schema]) => (schema ? status : `${status} empty`)),
    ),
  };
}

/** Routes with more fixed segments first, so that `/issues/comments/1` is not issue `comments`. */
function fixedSegments(operation: Operation): number {
  return operation.template.split('/').filter((segment) => !segment.startsWith('{')).length;
}

function pointer(...keys: readonly string[]): string {
  return keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export class Contract {
  readonly operations: readonly Operation[];
  readonly events: ReadonlySet<string>;
  /** `coerceTypes` is for the text of paths and queries only: a body's types must be right as they are. */
  readonly #strict = new Ajv2020(validation);
  readonly #coercing = new Ajv2020({ ...validation, coerceTypes: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor() {
    const rest = amended(read('rest'));
    const webhooks = read('webhooks');
    for (const ajv of [this.#strict, this.#coercing]) formats.default(ajv);
    this.#strict.addSchema(rest, 'rest').addSchema(webhooks, 'webhooks');
    this.#coercing.addSchema(rest, 'rest');
    this.operations = Object.entries(objectOf(rest['operations']))
      .map(operationOf)
      .toSorted((a, b) => fixedSegments(b) - fixedSegments(a));
    this.events = new Set(Object.keys(objectOf(webhooks['events'])));
  }

  route(method: string, path: string): Route | undefined {
    for (const operation of this.operations) {
      const match = operation.method === method ? operation.pattern.exec(path) : null;
      if (!match) continue;
      const values = operation.names.map((name, at) => [name, decoded(match[at + 1] ?? '')] as const);
      return { operation, path: Object.fromEntries(values) };
    }
    return undefined;
  }

  parameterErrors(
    operation: Operation,
    place: 'path' | 'query',
    values: Readonly<Record<string, string>>,
  ): string[] {
    return operation.parameters.flatMap((parameter, at) => {
      if (parameter.in !== place) return [];
      const value = values[parameter.name];
      if (value === undefined) return parameter.required ? [`${place} lacks ${parameter.name}`] : [];
      const reference = `rest#/operations/${pointer(`${operation.method} ${operation.template}`)}/parameters/${at}/schema`;
      const check = this.#check(this.#coercing, reference);
      return check({ value })
        ? []
        : [
            `${place} ${parameter.name}=${value}: ${this.#coercing.errorsText(check.errors, { dataVar: '' })}`,
          ];
    });
  }

  bodyErrors(operation: Operation, body: unknown): readonly ErrorObject[] {
    return this.#errors(
      `rest#/operations/${pointer(`${operation.method} ${operation.template}`)}/body`,
      body,
    );
  }

  answerErrors(operation: Operation, status: number, body: unknown): readonly string[] {
    if (status < 400 && operation.statuses.has(`${status} empty`))
      return body === undefined ? [] : [`${status} has no body`];
    if (!operation.statuses.has(String(status))) return status < 400 ? [`does not answer ${status}`] : [];
    const key = pointer(`${operation.method} ${operation.template}`);
    return this.#errors(`rest#/operations/${key}/responses/${status}`, body).map(said);
  }

  /** `event` is `pull-request-opened`, `push`, ... */
  eventErrors(event: string, payload: unknown): readonly string[] {
    if (!this.events.has(event)) return [`${event} is not in the contract`];
    return this.#errors(`webhooks#/events/${pointer(event)}`, payload).map(said);
  }

  #errors(reference: string, value: unknown): readonly ErrorObject[] {
    const check = this.#check(this.#strict, reference);
    return check(value) ? [] : (check.errors ?? []);
  }

  #check(ajv: Ajv2020, reference: string): ValidateFunction {
    const known = this.#compiled.get(reference);
    if (known) return known;
    // Coercion replaces a value inside its parent, so a parameter is checked as a property.
    const schema =
      ajv === this.#coercing ? { properties: { value: { $ref: reference } } } : { $ref: reference };
    const compiled = ajv.compile(schema);
    this.#compiled.set(reference, compiled);
    return compiled;
  }
}

function said(error: ErrorObject): string {
  return `${error.instancePath || '/'} ${error.message ?? error.keyword} ${JSON.stringify(error.params)}`;
}
