/** A HelmRelease's values and what its references hold -> all that its chart is given, as one (fluxcd/pkg/chartutil, values.go). */
import { flagAt, listAt, objectAt, textAt } from '../../../object/fields.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { isJsonObject } from '../../../object/json.ts';
import { unseenValue } from '../../../object/unseen-value.ts';
import { readValues } from '../../../object/yaml.ts';
import type { FluxReference, HelmReleaseUnit } from '../flux-unit.ts';
import { helmMajorOf } from './helm-major.ts';
import { isMap, setInto, ValuesError } from './strvals.ts';
import type { Draft, DraftMap } from './strvals.ts';

export type Values =
  | {
      readonly kind: 'values';
      readonly values: JsonObject;
      /** Sentences: of what is not known, and stands in the values neither by itself nor by a placeholder. */
      readonly doubts: readonly string[];
    }
  /** As the controller says it. */
  | { readonly kind: 'failed'; readonly message: string };

interface Source {
  readonly reference: FluxReference;
  readonly key: string;
  readonly targetPath: string;
}

interface Entry extends Source {
  readonly literal: boolean;
}

/**
 * A map that nothing was merged into stays the same object, in the inline values too: what a target path sets in it
 * outlives their last merge, and elsewhere does not.
 */
export function valuesFor({ declared: { spec }, valuesFrom, installation }: HelmReleaseUnit): Values {
  const inline = draftOf(objectAt(spec, 'values'));
  const doubts: string[] = [];
  let result: DraftMap = {};
  try {
    for (const { literal, ...entry } of entriesOf(listAt(spec, 'valuesFrom'), valuesFrom)) {
      const found = dataOf(entry, doubts);
      if (found === undefined) continue;
      if (entry.targetPath === '') result = merged(result, documentOf(entry, found));
      else {
        result = merged(result, inline);
        // Before Helm 4 there was no such field.
        setAt(result, { ...entry, literal: literal && helmMajorOf(installation) === 4 }, found);
      }
    }
    return { kind: 'values', values: merged(result, inline), doubts };
  } catch (error) {
    if (!(error instanceof ValuesError)) throw error;
    return { kind: 'failed', message: error.message };
  }
}

function entriesOf(written: readonly Json[], references: readonly FluxReference[]): readonly Entry[] {
  return references.map((reference, index) => ({
    reference,
    key: textAt(written[index], 'valuesKey') || 'values.yaml',
    targetPath: textAt(written[index], 'targetPath'),
    literal: flagAt(written[index], 'literal'),
  }));
}

/** Undefined where there is nothing to be merged. */
function dataOf({ reference, key, targetPath }: Source, doubts: string[]): string | undefined {
  const { kind, name, optional, state, data } = reference;
  const lacking = (what: string): undefined => {
    if (optional) return undefined;
    throw new ValuesError(
      `could not resolve ${kind} chart values reference '${name}' with key '${key}': ${what}`,
    );
  };
  if (state === 'missing') return lacking('resource not found');
  if (state !== 'unseen' && !Object.hasOwn(data, key)) return lacking('key not found');
  if (state === 'seen') return data[key];
  if (targetPath !== '' && state === 'opaque') return unseenValue;
  const where = state === 'opaque' ? 'its values are not read' : 'it could not be read';
  doubts.push(`the values in ${key} of the ${kind} ${name} are not known here: ${where}`);
  return undefined;
}

function documentOf({ reference: { kind, name }, key }: Source, text: string): DraftMap {
  const [document] = readValues(`${kind}/${name}`, text, { repeats: 'last' });
  if (document === undefined) return {};
  if (document.kind === 'other' && isJsonObject(document.value)) return draftOf(document.value);
  const why = document.kind === 'problem' ? document.message : 'it is no map';
  throw new ValuesError(
    `could not resolve ${kind} chart values reference '${name}' with key '${key}': ${why}`,
  );
}

function setAt(values: DraftMap, { targetPath, literal }: Entry, text: string): void {
  if (literal) {
    setInto(values, `${targetPath}=${text.replaceAll(/[\\,[\]{}]/gu, (sign) => `\\${sign}`)}`, true);
    return;
  }
  const isQuoted = ["'", '"'].some((quote) => text.startsWith(quote) && text.endsWith(quote));
  const bare = isQuoted ? text.replaceAll(/^['"]+|['"]+$/gu, '') : text;
  setInto(values, `${targetPath}=${bare}`, isQuoted);
}

function merged(before: DraftMap, over: DraftMap): DraftMap {
  const all: DraftMap = { ...before };
  for (const [key, value] of Object.entries(over)) {
    const old = Object.hasOwn(all, key) ? all[key] : undefined;
    all[key] = isMap(old) && isMap(value) ? merged(old, value) : value;
  }
  return all;
}

function draftOf(value: JsonObject): DraftMap {
  const draft: unknown = structuredClone(value);
  return isDraftMap(draft) ? draft : {};
}

/** A clone of JSON is JSON, and nobody else has it. */
function isDraftMap(value: unknown): value is DraftMap & Draft {
  return isJsonObject(value);
}
