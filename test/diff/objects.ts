/** Small objects and answers, so that a test says only what it is about. */
import { compare } from '../../src/diff/compare.ts';
import type { Compared, UnitAnswers } from '../../src/diff/compare.ts';
import type { Comparison } from '../../src/diff/change.ts';
import type { Answer, Live, Prediction } from '../../src/live/answer.ts';
import { objectKey } from '../../src/object/identity.ts';
import type { Json, JsonObject } from '../../src/object/json.ts';
import type { Declared, KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import type { Unit } from '../../src/reconciler/unit.ts';

export interface Parts {
  readonly metadata?: JsonObject;
  readonly [key: string]: Json;
}

export function object(apiVersion: string, kind: string, { metadata, ...rest }: Parts = {}): KubeObject {
  return { apiVersion, kind, metadata: { name: 'web', namespace: 'shop', ...metadata }, ...rest };
}

export function configMap(data: JsonObject, metadata: JsonObject = {}): KubeObject {
  return object('v1', 'ConfigMap', { data, metadata });
}

export function deployment(
  container: JsonObject,
  spec: JsonObject = {},
  metadata: JsonObject = {},
): KubeObject {
  const template = { spec: { containers: [{ name: 'web', ...container }] } };
  return object('apps/v1', 'Deployment', { metadata, spec: { replicas: 3, template, ...spec } });
}

/** As the API server returns it: with the fields that no manifest has. */
export function served(
  base: KubeObject,
  owners: readonly (readonly [manager: string, operation: string, fields: Json])[] = [],
): KubeObject {
  return {
    ...base,
    metadata: {
      ...base.metadata,
      uid: 'a3f0',
      resourceVersion: '41',
      generation: 2,
      creationTimestamp: '2026-01-01T00:00:00Z',
      managedFields: owners.map(([manager, operation, fieldsV1]) => ({ manager, operation, fieldsV1 })),
    },
  };
}

export function declared(...objects: readonly KubeObject[]): readonly Declared[] {
  return objects.map((one, index) => ({ object: one, origin: { file: 'shop.yaml', line: index + 1 } }));
}

export function answer(
  manifest: KubeObject,
  live: KubeObject | undefined,
  prediction: KubeObject | Prediction,
): Answer {
  const seen: Live = live ? { kind: 'found', object: live } : { kind: 'absent' };
  return {
    attempt: {
      kind: 'apply',
      object: manifest,
      stage: 0,
      manager: 'kubectl',
      force: false,
      validation: 'Strict',
    },
    live: seen,
    prediction: isObject(prediction) ? { kind: 'object', object: prediction } : prediction,
    warnings: [],
    assumes: [],
  };
}

function isObject(value: KubeObject | Prediction): value is KubeObject {
  return 'apiVersion' in value;
}

export function unit(id: string): Unit {
  const place = { cluster: 'prod', namespace: undefined };
  const declaration = { place: undefined, uid: undefined, generation: undefined, settings: {} };
  return { id, reconciler: 'plain', home: place, target: place, path: id, declaration };
}

export function answers(parts: Partial<UnitAnswers>): UnitAnswers {
  return {
    unit: unit('apps/shop'),
    head: [],
    base: new Map(),
    dropped: [],
    declared: { base: [], head: [] },
    applied: { kind: 'managed-fields', manager: 'kubectl' },
    inventory: { kind: 'none' },
    maySee: () => false,
    mergeKeys: () => undefined,
    mask: createMask(),
    ...parts,
  };
}

export interface Story {
  readonly base?: KubeObject;
  readonly head: KubeObject;
  readonly live?: KubeObject;
  readonly prediction: KubeObject | Prediction;
  /** Prediction for base's manifest, where it differs. */
  readonly basePrediction?: KubeObject;
}

/** One object that the unit declares at head. */
export function compareOne(
  story: Story,
  parts: Partial<UnitAnswers> = {},
): Compared & { readonly only: Comparison } {
  const base = new Map<string, Answer>();
  if (story.base && story.basePrediction) {
    base.set(objectKey(story.base), answer(story.base, story.live, story.basePrediction));
  }
  const found = compare(
    answers({
      head: [answer(story.head, story.live, story.prediction)],
      base,
      declared: { base: declared(...(story.base ? [story.base] : [])), head: declared(story.head) },
      ...parts,
    }),
  );
  const [only] = found.comparisons;
  if (only === undefined) throw new Error('nothing was compared');
  return { ...found, only };
}
