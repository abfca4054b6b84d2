/** A merge generator -> the parameter sets of its first child, each overridden by those of the others with the same keys. */
import { canonicalJson } from '../../../object/canonical.ts';
import { at, isJsonArray, type JsonObject } from '../../../object/json.ts';
import type { Child, Context } from './context.ts';
import { overridden, type Parameters } from './parameters.ts';
import { all, error, made, type Outcome } from './side.ts';

export async function produceMerge(
  configurations: readonly JsonObject[],
  context: Context,
  child: Child,
): Promise<readonly Outcome<readonly Parameters[]>[]> {
  const answers: Outcome<readonly Parameters[]>[] = [];
  for (const configuration of configurations) answers.push(await mergedIn(configuration, context, child));
  return answers;
}

async function mergedIn(
  configuration: JsonObject,
  context: Context,
  child: Child,
): Promise<Outcome<readonly Parameters[]>> {
  const given = at(configuration, 'generators');
  const generators = isJsonArray(given) ? given : [];
  if (generators.length < 2) return error('found less than two generators, Merge requires two or more');
  const sets = all(
    await child(
      generators.map((generator) => ({ generator, given: {} })),
      context,
    ),
  );
  if (sets.kind !== 'made') return sets;
  const keys = at(configuration, 'mergeKeys');
  const names = (isJsonArray(keys) ? keys : []).filter((key) => typeof key === 'string');
  const keyed = all(sets.value.map((set) => byKeys(set, names)));
  if (keyed.kind !== 'made') return keyed;
  const [base, ...others] = keyed.value;
  return base === undefined ? made([]) : merged(base, others, context.filler.goTemplate);
}

type Keyed = ReadonlyMap<string, Parameters>;

/** Keys are those at the top alone: `values.x` is one only without goTemplate. */
function byKeys(sets: readonly Parameters[], names: readonly string[]): Outcome<Keyed> {
  if (names.length === 0) return error('no merge keys were specified, Merge requires at least one');
  const keyed = new Map<string, Parameters>();
  for (const set of sets) {
    const key = canonicalJson(Object.fromEntries(names.map((name) => [name, set[name] ?? null])));
    if (keyed.has(key)) {
      return error(
        `the parameters from a generator were not unique by the given mergeKeys, Merge requires all param sets to be unique. Duplicate key was ${key}`,
      );
    }
    keyed.set(key, set);
  }
  return made(keyed);
}

function merged(base: Keyed, others: readonly Keyed[], goTemplate: boolean): Outcome<readonly Parameters[]> {
  return all(
    [...base].map(([key, own]) => {
      let result: Outcome<Parameters> = made(own);
      for (const other of others) {
        const over = other.get(key);
        if (over === undefined || result.kind !== 'made') continue;
        result = goTemplate ? overridden(result.value, over) : made({ ...result.value, ...over });
      }
      return result;
    }),
  );
}
