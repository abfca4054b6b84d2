/** A change -> what an approval of it binds to: no more than the pull request decides, so that drift voids nothing. */
import { isDeepStrictEqual } from 'node:util';
import { fieldText } from '../object/field-path.ts';
import type { Json, JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Action } from './change.ts';
import { wellKnownListTypes } from './list-type.ts';
import { withoutNoise } from './never-a-change.ts';
import { differences } from './three-way.ts';

export interface Bound {
  readonly action: Action;
  /** The manifests. */
  readonly base: KubeObject | undefined;
  readonly head: KubeObject | undefined;
  /** Live and prediction. */
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  /** Fields that base brings too and that no apply has brought yet: they come with this one. */
  readonly unsynced: readonly Json[];
}

function delta(before: JsonObject, after: JsonObject, root: KubeObject): Json {
  const found = differences({ before, after, base: before }, (path) => wellKnownListTypes(root, path));
  return found.map((difference) => ({
    path: fieldText(difference.path),
    ...(difference.before === undefined ? {} : { before: difference.before }),
    ...(difference.after === undefined ? {} : { after: difference.after }),
  }));
}

interface Step {
  readonly from: JsonObject | undefined;
  readonly to: JsonObject | undefined;
}

function stepOf({ base, head, before, after }: Bound): Step {
  if (!isDeepStrictEqual(base, head)) return { from: base, to: head };
  return { from: before && withoutNoise(before, base), to: after && withoutNoise(after, head) };
}

/** From manifest to manifest; where these are the same, the apply undoes something else, and that is bound. */
export function bindingOf(bound: Bound): Json {
  const { action, base, head, unsynced } = bound;
  if (action === 'unchanged') return null;
  const { from, to } = stepOf(bound);
  const root = head ?? base ?? bound.after;
  const also = unsynced.length > 0 ? { unsynced } : {};
  if (from && to && root) return { action, changes: delta(from, to, root), ...also };
  return { action, ...(from ? { from } : {}), ...(to ? { to } : {}), ...also };
}
