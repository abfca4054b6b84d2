/**
 * What kustomize-controller does to one object, request by request, against a real API server (fluxcd/pkg ssa
 * v0.76.1, manager_apply.go and patch.go): a dry run, a patch that takes other managers' entries over, an apply.
 * The judge shows with the real controller that these are its steps.
 */
import assert from 'node:assert/strict';

import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { ControlPlane } from '../../../bed/control-plane.ts';
import { pathsOf } from '../../../bed/resources.ts';

const manager = 'kustomize-controller';

const marks = ['kubectl.kubernetes.io/last-applied-configuration'];

export async function fluxApplies(bed: ControlPlane, object: KubeObject, cleans = true): Promise<JsonObject> {
  const path = await pathsOf(bed.admin)(object);
  const existing = await bed.admin.send({ method: 'GET', path });
  if (existing.status === 200 && cleans) {
    const patch = [...annotationsOf(existing.body), ...entriesOf(existing.body)];
    if (patch.length > 0) {
      const cleaned = await bed.admin.send({
        method: 'PATCH',
        path: `${path}?fieldManager=${manager}`,
        contentType: 'application/json-patch+json',
        body: patch,
      });
      assert.equal(cleaned.status, 200, JSON.stringify(cleaned.body));
    }
  }
  const applied = await bed.admin.send({
    method: 'PATCH',
    path: `${path}?fieldManager=${manager}&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: object,
  });
  assert.ok(applied.status === 200 || applied.status === 201, JSON.stringify(applied.body));
  return applied.body;
}

interface JsonPatch {
  readonly op: 'remove' | 'replace';
  readonly path: string;
  readonly value?: Json;
}

function annotationsOf(object: JsonObject): readonly JsonPatch[] {
  return marks
    .filter((key) => at(object, 'metadata', 'annotations', key) !== undefined)
    .map((key) => ({ op: 'remove', path: `/metadata/annotations/${key.replaceAll('/', '~1')}` }));
}

function entriesOf(object: JsonObject): readonly JsonPatch[] {
  const list = at(object, 'metadata', 'managedFields');
  assert.ok(isJsonArray(list));
  const entries = list.filter(isJsonObject);
  let own = entries.find((each) => each['manager'] === manager && each['operation'] === 'Apply');
  const kept: JsonObject[] = [];
  let isEdited = false;
  for (const entry of entries) {
    if (entry === own) continue;
    if (!isTaken(entry)) {
      kept.push(entry);
      continue;
    }
    isEdited = true;
    own =
      own === undefined
        ? { ...entry, manager, operation: 'Apply' }
        : { ...own, fieldsV1: merged(own['fieldsV1'], entry['fieldsV1']) };
  }
  if (!isEdited || own === undefined) return [];
  return [{ op: 'replace', path: '/metadata/managedFields', value: [...kept, own] }];
}

function isTaken(entry: JsonObject): boolean {
  const { manager: name, operation, subresource } = entry;
  if (typeof name !== 'string' || subresource !== undefined) return false;
  if (name.startsWith('kubectl')) return true;
  return operation === 'Update' && (name.startsWith('before-first-apply') || name.startsWith(manager));
}

function merged(one: Json | undefined, other: Json | undefined): Json {
  if (!isJsonObject(one)) return other ?? {};
  if (!isJsonObject(other)) return one;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(one[key], other[key])]));
}
