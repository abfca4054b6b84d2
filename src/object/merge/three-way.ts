/** Last applied, declared and live -> the patch that a client-side apply sends (kubectl pkg/cmd/apply/patcher.go), or why it sends none. */
import type { JsonObject } from '../json.ts';
import { applyJsonMerge, difference, jsonMergePatch, type ThreeStates } from './json-merge.ts';
import { NotMergeable, NotPredicted } from './not-mergeable.ts';
import type { MergeForm, MergeSchema } from './patch-strategy.ts';
import { applyStrategic } from './strategic-apply.ts';
import { diffMaps } from './strategic-diff.ts';
import { mergePatches } from './strategic-merge.ts';

export type ThreeWay =
  | {
      readonly kind: 'patch';
      readonly type: 'application/strategic-merge-patch+json' | 'application/merge-patch+json';
      readonly body: JsonObject;
    }
  /** The patch is empty, and no request is made. */
  | { readonly kind: 'unchanged' }
  /** The client ends with an error before any request. Names fields of the objects, and no values. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'not-predicted'; readonly why: string };

export interface ThreeWayStates extends ThreeStates {
  readonly form: MergeForm;
}

/** `modified` and `current` are of the same version; fields that only the server sets stay in `current`. */
export function threeWayPatch(states: ThreeWayStates): ThreeWay {
  const { form } = states;
  const made = unlessUnmergeable(() =>
    form.kind === 'strategic-merge' ? strategic(states, form.schema) : jsonMerge(jsonMergePatch(states)),
  );
  return made.kind === 'made' ? made.value : made;
}

/** An object after a patch of this form. */
export function afterPatch(object: JsonObject, patch: JsonObject, form: MergeForm): Made<JsonObject> {
  return unlessUnmergeable(() =>
    form.kind === 'strategic-merge'
      ? applyStrategic(object, patch, form.schema)
      : applyJsonMerge(object, patch),
  );
}

/** The patch from one state to another, with nothing deleted that only the first has where lists are merged. */
export function patchBetween(from: JsonObject, to: JsonObject, form: MergeForm): Made<JsonObject> {
  if (form.kind === 'json-merge') return { kind: 'made', value: difference(from, to) };
  const { schema } = form;
  return unlessUnmergeable(() => diffMaps(from, to, { half: 'changes', schema, retainKeys: false }));
}

export type Made<Value> =
  | { readonly kind: 'made'; readonly value: Value }
  | Extract<ThreeWay, { readonly kind: 'refused' | 'not-predicted' }>;

function unlessUnmergeable<Value>(make: () => Value): Made<Value> {
  try {
    return { kind: 'made', value: make() };
  } catch (error) {
    if (error instanceof NotMergeable) return { kind: 'refused', why: error.message };
    if (error instanceof NotPredicted) return { kind: 'not-predicted', why: error.message };
    throw error;
  }
}

function strategic({ original = {}, modified, current }: ThreeStates, schema: MergeSchema): ThreeWay {
  const changes = diffMaps(current, modified, { half: 'changes', schema, retainKeys: false });
  const deletions = diffMaps(original, modified, { half: 'deletions', schema, retainKeys: false });
  const body = mergePatches(deletions, changes, schema);
  return patchOrNothing('application/strategic-merge-patch+json', body);
}

/** Only here does the client check that it still speaks of the same object. */
function jsonMerge(body: JsonObject): ThreeWay {
  const metadata = body['metadata'];
  const isNamed = typeof metadata === 'object' && metadata !== null && 'name' in metadata;
  if (isNamed || Object.hasOwn(body, 'apiVersion') || Object.hasOwn(body, 'kind'))
    return { kind: 'refused', why: 'at least one of apiVersion, kind and name was changed' };
  return patchOrNothing('application/merge-patch+json', body);
}

function patchOrNothing(type: Extract<ThreeWay, { kind: 'patch' }>['type'], body: JsonObject): ThreeWay {
  return Object.keys(body).length === 0 ? { kind: 'unchanged' } : { kind: 'patch', type, body };
}
