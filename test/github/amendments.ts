/** GitHub's description -> the same with the answers that GitHub gives but does not describe. */
import { isObject, objectOf, type JsonObject } from './json.ts';

/** `head.repo` is null when the fork was deleted, on every pull request schema. */
function withDeletedFork(schema: unknown): JsonObject {
  const pull = objectOf(schema);
  const properties = objectOf(pull['properties']);
  const head = objectOf(properties['head']);
  const inner = objectOf(head['properties']);
  const repo = { anyOf: [inner['repo'], { type: 'null' }] };
  return { ...pull, properties: { ...properties, head: { ...head, properties: { ...inner, repo } } } };
}

export function amended(rest: JsonObject): JsonObject {
  const schemas = objectOf(rest['schemas']);
  const changed = ['pull-request', 'pull-request-simple'].map((name) => {
    if (!isObject(schemas[name])) throw new Error(`the contract has no schema ${name}`);
    return [name, withDeletedFork(schemas[name])];
  });
  return { ...rest, schemas: { ...schemas, ...Object.fromEntries(changed) } };
}
