/**
 * GitHub's published OpenAPI descriptions -> the operations and webhooks we use, as plain JSON Schema without prose.
 * `node scripts/trim-github-contract.ts` packs both npm packages into a temporary folder; `--rest DIR` and
 * `--webhooks DIR` take unpacked packages instead.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isObject, reachable, schemaOf, trimmed, type JsonObject } from './trim-schema.ts';

const REST = '@octokit/openapi@23.0.2';
const WEBHOOKS = '@octokit/openapi-webhooks@12.1.0';
const OUTPUT = fileURLToPath(new URL('../test/github/contract/', import.meta.url));

const OPERATIONS: ReadonlySet<string> = new Set([
  ...within('apps', ['create-installation-access-token', 'get-authenticated', 'get-installation']),
  ...within('apps', ['get-repo-installation', 'list-installations', 'list-repos-accessible-to-installation']),
  ...within('apps', ['get-webhook-delivery', 'list-webhook-deliveries', 'redeliver-webhook-delivery']),
  ...within('checks', ['create', 'get', 'list-annotations', 'list-for-ref', 'list-for-suite', 'update']),
  ...within('checks', ['get-suite', 'list-suites-for-ref']),
  ...within('issues', ['create-comment', 'delete-comment', 'get-comment', 'list-comments', 'update-comment']),
  ...within('pulls', ['get', 'list', 'list-reviews']),
  ...within('reactions', ['create-for-issue-comment', 'delete-for-issue-comment', 'list-for-issue-comment']),
  ...within('repos', ['get', 'get-branch', 'get-collaborator-permission-level', 'get-commit', 'get-content']),
  ...within('repos', ['list-pull-requests-associated-with-commit']),
  'git/get-ref',
  'rate-limit/get',
  'teams/get-membership-for-user-in-org',
]);

function within(family: string, names: readonly string[]): string[] {
  return names.map((name) => `${family}/${name}`);
}

const EVENTS: readonly string[] = [
  ...actions('pull-request', ['opened', 'synchronize', 'reopened', 'edited', 'closed']),
  ...actions('pull-request', ['ready-for-review', 'converted-to-draft']),
  ...actions('check-run', ['created', 'completed', 'rerequested', 'requested-action']),
  ...actions('check-suite', ['requested', 'rerequested']),
  ...actions('issue-comment', ['created', 'edited', 'deleted']),
  ...actions('merge-group', ['checks-requested', 'destroyed']),
  ...actions('installation', ['created', 'deleted', 'suspend', 'unsuspend']),
  ...actions('installation-repositories', ['added', 'removed']),
  'push',
];

function actions(event: string, names: readonly string[]): string[] {
  return names.map((name) => `${event}-${name}`);
}

function objectAt(value: unknown, key: string): JsonObject {
  const found = isObject(value) ? value[key] : undefined;
  if (!isObject(found)) throw new Error(`the description has no object at ${key}`);
  return found;
}

interface Source {
  readonly description: unknown;
  readonly license: string;
}

function fromDirectory(directory: string): Source {
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
  return { description: JSON.parse(read('generated/api.github.com.json')), license: read('LICENSE') };
}

/** Reads two files of a package's tarball without installing the package (the REST one unpacks to 385 MB). */
function fromRegistry(specifier: string, into: string): Source {
  const tarball = execFileSync('npm', ['pack', '--silent', specifier], {
    cwd: into,
    encoding: 'utf8',
  }).trim();
  const read = (name: string): string =>
    execFileSync('tar', ['-xzOf', tarball, `package/${name}`], {
      cwd: into,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
  return { description: JSON.parse(read('generated/api.github.com.json')), license: read('LICENSE') };
}

function deref(document: unknown, value: unknown): JsonObject {
  if (!isObject(value)) throw new Error('expected an object in the description');
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  return reference
    .slice(2)
    .split('/')
    .reduce((at: JsonObject, key) => objectAt(at, key), isObject(document) ? document : {});
}

function parameters(document: unknown, list: unknown): JsonObject[] {
  return (Array.isArray(list) ? list : []).map((entry: unknown) => {
    const parameter = deref(document, entry);
    return {
      name: parameter['name'],
      in: parameter['in'],
      required: parameter['required'] === true,
      schema: trimmed(parameter['schema']),
    };
  });
}

function operation(document: unknown, source: JsonObject): JsonObject {
  const responses = Object.entries(objectAt(source, 'responses')).map(([status, response]) => [
    status,
    schemaOf(deref(document, response)) ?? null,
  ]);
  const body = source['requestBody'];
  return {
    id: source['operationId'],
    parameters: parameters(document, source['parameters']),
    ...(isObject(body) ? { body: schemaOf(body) ?? null, bodyRequired: body['required'] === true } : {}),
    responses: Object.fromEntries(responses),
  };
}

function restContract(document: unknown): JsonObject {
  const operations: JsonObject = {};
  for (const [path, methods] of Object.entries(objectAt(document, 'paths'))) {
    for (const [method, source] of Object.entries(isObject(methods) ? methods : {})) {
      if (isObject(source) && OPERATIONS.has(String(source['operationId'])))
        operations[`${method.toUpperCase()} ${path}`] = operation(document, source);
    }
  }
  const found = Object.keys(operations).length;
  if (found !== OPERATIONS.size) throw new Error(`found ${found} of ${OPERATIONS.size} operations`);
  return { operations, schemas: reachable(document, operations) };
}

function webhookContract(document: unknown): JsonObject {
  const webhooks = objectAt(document, 'webhooks');
  const events = Object.fromEntries(
    EVENTS.map((name) => [
      name,
      schemaOf(objectAt(objectAt(objectAt(webhooks, name), 'post'), 'requestBody')),
    ]),
  );
  return { events, schemas: reachable(document, events) };
}

function row([key, value]: [string, unknown]): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

function section([name, entries]: [string, unknown]): string {
  const rows = Object.entries(isObject(entries) ? entries : {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(name)}:{\n${rows.map(row).join(',\n')}\n}`;
}

/** One schema or operation a line, so that an update reads as a diff. */
function lines(header: JsonObject, sections: JsonObject): string {
  return `{\n${[...Object.entries(header).map(row), ...Object.entries(sections).map(section)].join(',\n')}\n}\n`;
}

function main(): void {
  const { values } = parseArgs({ options: { rest: { type: 'string' }, webhooks: { type: 'string' } } });
  const scratch = mkdtempSync(join(tmpdir(), 'github-contract-'));
  const notices: string[] = [];
  try {
    for (const [name, specifier, directory, contract] of [
      ['rest', REST, values.rest, restContract],
      ['webhooks', WEBHOOKS, values.webhooks, webhookContract],
    ] as const) {
      const source = directory ? fromDirectory(directory) : fromRegistry(specifier, scratch);
      const header = { source: specifier, file: 'generated/api.github.com.json', license: 'MIT, see NOTICE' };
      const text = lines(header, contract(source.description));
      writeFileSync(join(OUTPUT, `${name}.json`), text);
      notices.push(`${name}.json is made from ${specifier}:\n\n${source.license}`);
      console.log(`${name}.json ${text.length} bytes`);
    }
    writeFileSync(join(OUTPUT, 'NOTICE'), notices.join('\n'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

main();
