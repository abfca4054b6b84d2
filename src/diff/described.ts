/** Two states of an object -> its fields with causes and writers, and its text, all masked. */
import { fieldText } from '../object/field-path.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Json } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import { attributionOf } from './attribution.ts';
import type { Attributed } from './attribution.ts';
import { causesOf, inOrder, isWaiting } from './causes.ts';
import type { Cause, FieldChange } from './change.ts';
import type { ListTypes } from './list-type.ts';
import { maskedPair } from './masked-pair.ts';
import { areSame, withoutNoise } from './never-a-change.ts';
import { jsonText, unifiedText } from './shown-text.ts';
import { differences } from './three-way.ts';
import type { Difference } from './three-way.ts';

export interface Described {
  readonly fields: readonly FieldChange[];
  /** Theirs, in their order; not masked. */
  readonly paths: readonly FieldPath[];
  readonly causes: readonly Cause[];
  readonly text: Masked;
  /** Path and value of the fields that base brings too and that no apply has brought yet; not masked. */
  readonly unsynced: readonly Json[];
}

export interface States {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  /** As it would stand after an apply of base. */
  readonly base: KubeObject | undefined;
  /** What the unit writes; fields that it asks for by itself are never noise. */
  readonly manifest: KubeObject | undefined;
}

export interface Context extends Attributed {
  readonly listTypes: ListTypes;
}

export const nothing: Described = { fields: [], paths: [], causes: [], text: words``, unsynced: [] };

function field(difference: Difference, states: States, context: Context): FieldChange {
  const { mask } = context;
  const shown = maskedPair(mask, difference, difference.secrecy);
  return {
    path: mask.text(fieldText(difference.path)),
    before: jsonText(shown.before),
    after: jsonText(shown.after),
    ...attributionOf(difference, states.after, context),
  };
}

/** Of an object that comes or goes only the text is told; its fields are all that it has. */
export function described(states: States, context: Context): Described {
  if (areSame(states.before, states.after)) return nothing;
  const clean = (object: KubeObject | undefined) => object && withoutNoise(object, states.manifest);
  const three = { before: clean(states.before), after: clean(states.after), base: clean(states.base) };
  const { before, after } = three;
  const root = states.after ?? states.before;
  const found = before && after && root ? differences(three, (path) => context.listTypes(root, path)) : [];
  if (before && after && found.length === 0) return nothing;
  const fields = found.map((difference) => field(difference, states, context));
  const shown = maskedPair(context.mask, three, 'open');
  return {
    fields,
    paths: found.map(({ path }) => path),
    causes: inOrder(new Set(fields.flatMap((change) => change.causes))),
    text: unifiedText(shown.before, shown.after),
    unsynced: found
      .filter((difference) => isWaiting(causesOf(difference, context.record)))
      .map(({ path, after: value }) => ({ path: fieldText(path), after: value ?? null })),
  };
}
