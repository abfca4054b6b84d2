/** A cluster's OpenAPI v3 -> how a client merges each field of a kind when it makes a patch (facts/kubernetes.md §1.11). */
import { at, isJsonObject, type Json } from '../object/json.ts';
import {
  anyFields,
  type MergeField,
  type MergeSchema,
  type PatchStrategies,
  type PatchStrategy,
} from '../object/merge/patch-strategy.ts';
import { kindName, resolved, type OpenApi, type OpenApiDocument } from './open-api.ts';

export function patchStrategiesIn(openApi: OpenApi): PatchStrategies {
  return (of) => {
    const described = openApi(of);
    if (described.kind === 'not-read') return undefined;
    if (described.kind === 'not-served') return { kind: 'json-merge' };
    const root = described.document.roots.get(kindName(of));
    if (root === undefined || !described.document.strategic.has(kindName(of))) return { kind: 'json-merge' };
    return { kind: 'strategic-merge', schema: schemaOf(described.document, root) };
  };
}

function schemaOf(document: OpenApiDocument, schema: Json | undefined): MergeSchema {
  const properties = at(schema, 'properties');
  // A map of free keys has scalars; a client knows no field of such a map, and any field where nothing is described.
  if (!isJsonObject(properties)) {
    return at(schema, 'additionalProperties') === undefined
      ? anyFields
      : { field: () => undefined, freeKeys: true };
  }
  return {
    field: (name, as) =>
      Object.hasOwn(properties, name) ? fieldOf(document, properties[name], as) : undefined,
  };
}

function fieldOf(document: OpenApiDocument, property: Json | undefined, as: 'map' | 'list'): MergeField {
  const mergeKey = at(property, 'x-kubernetes-patch-merge-key');
  const inside = as === 'list' ? (at(property, 'items') ?? property) : property;
  return {
    strategies: strategiesOf(at(property, 'x-kubernetes-patch-strategy')),
    mergeKey: typeof mergeKey === 'string' ? mergeKey : undefined,
    inside: schemaOf(document, resolved(document.all, inside)),
  };
}

function strategiesOf(text: Json | undefined): readonly PatchStrategy[] {
  const names = typeof text === 'string' ? text.split(',') : [];
  return names.filter((name) => name === 'merge' || name === 'replace' || name === 'retainKeys');
}
