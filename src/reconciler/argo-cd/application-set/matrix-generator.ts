/** A matrix generator -> each parameter set of its first child, with each that the second gives when it knows the first. */
import { at, isJsonArray, type Json, type JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import { type Child, type Context, mostParameterSets } from './context.ts';
import { overridden, type Parameters, printed } from './parameters.ts';
import { all, error, made, type Outcome } from './side.ts';

export async function produceMatrix(
  configurations: readonly JsonObject[],
  context: Context,
  child: Child,
): Promise<readonly Outcome<readonly Parameters[]>[]> {
  const pairs = configurations.map(pairIn);
  const wanted = pairs.flatMap((pair) =>
    pair.kind === 'made' ? [{ generator: pair.value[0], given: {} }] : [],
  );
  const firsts = spread(pairs, await child(wanted, context));
  const seconds = firsts.flatMap((first, index) => {
    const pair = pairs[index];
    if (first.kind !== 'made' || pair?.kind !== 'made') return [];
    return first.value.map((given) => ({ generator: pair.value[1], given }));
  });
  if (seconds.length > mostParameterSets) return configurations.map(() => tooMany());
  const answers = await child(seconds, context);
  let next = 0;
  return firsts.map((first) => {
    if (first.kind !== 'made') return first;
    const own = answers.slice(next, next + first.value.length);
    next += first.value.length;
    return combined(first.value, own, context.filler.goTemplate);
  });
}

type Pair = readonly [Json, Json];

function pairIn(configuration: JsonObject): Outcome<Pair> {
  const generators = at(configuration, 'generators');
  const [first, second, ...others] = isJsonArray(generators) ? generators : [];
  if (first === undefined || second === undefined)
    return error('found less than two generators, Matrix support only two');
  return others.length > 0
    ? error('found more than two generators, Matrix support only two')
    : made([first, second]);
}

/** The answers at the places of those that were asked. */
function spread(
  pairs: readonly Outcome<Pair>[],
  answers: readonly Outcome<readonly Parameters[]>[],
): readonly Outcome<readonly Parameters[]>[] {
  let next = 0;
  return pairs.map((pair) => {
    if (pair.kind !== 'made') return pair;
    const answer = answers[next];
    next += 1;
    if (answer === undefined) throw new Error('a child has no answer');
    return answer;
  });
}

function combined(
  firsts: readonly Parameters[],
  seconds: readonly Outcome<readonly Parameters[]>[],
  goTemplate: boolean,
): Outcome<readonly Parameters[]> {
  const lists = all(seconds);
  if (lists.kind !== 'made') return lists;
  // Counted before they are made: a million pairs fit in no memory.
  const count = lists.value.reduce((sum, list) => sum + list.length, 0);
  if (count > mostParameterSets) return tooMany();
  const combine = goTemplate ? (a: Parameters, b: Parameters) => overridden(b, a) : flatUnion;
  return all(
    lists.value.flatMap((list, index) => list.map((second) => combine(firsts[index] ?? {}, second))),
  );
}

function tooMany(): Outcome<readonly Parameters[]> {
  const why = words`a matrix of more than ${mostParameterSets} parameter sets`;
  return { kind: 'unknown', gap: 'source-unreadable', why };
}

/** Without goTemplate all values become texts, and two that differ under one name are an error. */
function flatUnion(a: Parameters, b: Parameters): Outcome<Parameters> {
  const union = new Map(Object.entries(a).map(([key, value]) => [key, printed(value)] as const));
  for (const [key, value] of Object.entries(b)) {
    const was = union.get(key);
    if (was !== undefined && was !== printed(value)) {
      return error(`found duplicate key ${key} with different value, a: ${was} ,b: ${printed(value)}`);
    }
    union.set(key, printed(value));
  }
  return made(Object.fromEntries(union));
}
