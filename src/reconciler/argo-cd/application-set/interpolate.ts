/** Entries of `generators` and what outer generators gave -> the entries with their templates filled in. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Context, Entry } from './context.ts';
import type { Filler } from './filler.ts';
import { made, type Outcome } from './side.ts';

/** An entry without anything given stays as it is. */
export async function interpolated(
  entries: readonly Entry[],
  { filler, side }: Context,
): Promise<readonly Outcome<Json>[]> {
  const asked = entries.filter(({ given }) => Object.keys(given).length > 0);
  if (asked.length === 0) return entries.map(({ generator }) => made(generator));
  if (weightOf(asked) > heaviest) return entries.map(() => tooMuch);
  const early = side.controller.resolvesValuesEarly;
  const split = asked.map(({ generator }) =>
    early ? withoutValues(generator) : { rest: generator, values: [] },
  );
  const rests = await filler.fillAll(
    asked.map(({ given }, index) => ({ template: split[index]?.rest ?? null, parameters: given })),
  );
  const values = await valuesFilled(
    asked.map(({ given }, index) => ({ given, values: split[index]?.values ?? [] })),
    filler,
  );
  const answers = new Map(asked.map((entry, index) => [entry, joined(rests[index], values[index])] as const));
  return entries.map((entry) => answers.get(entry) ?? made(entry.generator));
}

/** In values: what a repetition of one child may come to, before it is made. */
const heaviest = 1_000_000;
const tooMuch: Outcome<Json> = {
  kind: 'unknown',
  gap: 'source-unreadable',
  why: words`a matrix whose second generator comes to more than ${heaviest} values`,
};

function weightOf(entries: readonly Entry[]): number {
  const weights = new Map<Json, number>();
  const weigh = (value: Json): number => {
    if (typeof value !== 'object' || value === null) return 1;
    return Object.values(value).reduce((sum: number, member: Json) => sum + weigh(member), 1);
  };
  return entries.reduce((sum, { generator }) => {
    const weight = weights.get(generator) ?? weigh(generator);
    weights.set(generator, weight);
    return sum + weight;
  }, 0);
}

const haveValues = new Set([
  'clusters',
  'git',
  'scmProvider',
  'clusterDecisionResource',
  'pullRequest',
  'plugin',
]);

interface Values {
  readonly path: readonly string[];
  readonly texts: JsonObject;
}

interface Split {
  readonly rest: Json;
  readonly values: readonly Values[];
}

/** `values` of generators may wait for what their own generator gives, so they are filled by other rules. */
function withoutValues(generator: Json, path: readonly string[] = []): Split {
  if (isJsonArray(generator)) {
    const items = generator.map((item, index) => withoutValues(item, [...path, String(index)]));
    return { rest: items.map(({ rest }) => rest), values: items.flatMap(({ values }) => values) };
  }
  if (!isJsonObject(generator)) return { rest: generator, values: [] };
  const found: Values[] = [];
  const rest = Object.entries(generator).flatMap(([key, member]): readonly (readonly [string, Json])[] => {
    const here = [...path, key];
    if (key === 'values' && isJsonObject(member) && haveValues.has(path.at(-1) ?? '')) {
      found.push({ path: here, texts: member });
      return [];
    }
    if (key === 'list' || key === 'template') return [[key, member]];
    const inside = withoutValues(member, here);
    found.push(...inside.values);
    return [[key, inside.rest]];
  });
  return { rest: Object.fromEntries(rest), values: found };
}

interface Waiting {
  readonly given: JsonObject;
  readonly values: readonly Values[];
}

/** A text that misses a parameter is left for later, as a whole. */
async function valuesFilled(
  waiting: readonly Waiting[],
  filler: Filler,
): Promise<readonly Outcome<readonly Values[]>[]> {
  const options = [
    ...filler.options.filter((option) => !option.startsWith('missingkey=')),
    'missingkey=error',
  ];
  const jobs = waiting.flatMap(({ given, values }) =>
    values.flatMap(({ texts }) =>
      Object.values(texts).map((template) => ({ template, parameters: given, options })),
    ),
  );
  const answers = await filler.fillAll(jobs);
  let next = 0;
  return waiting.map(({ values }) => {
    const filled: Values[] = [];
    for (const { path, texts } of values) {
      const members: [string, Json][] = [];
      for (const [key, text] of Object.entries(texts)) {
        const answer = answers[next];
        next += 1;
        if (answer?.kind === 'made') members.push([key, answer.value]);
        else if (answer?.kind === 'error' && isMissing(answer.message)) members.push([key, text]);
        else if (answer !== undefined) return answer;
      }
      filled.push({ path, texts: Object.fromEntries(members) });
    }
    return made(filled);
  });
}

function isMissing(message: string): boolean {
  return message.includes('map has no entry for key') || message.includes("can't evaluate field");
}

function joined(
  rest: Outcome<Json> | undefined,
  values: Outcome<readonly Values[]> | undefined,
): Outcome<Json> {
  if (rest === undefined || values === undefined) throw new Error('an entry has no answer');
  if (rest.kind !== 'made') return rest;
  if (values.kind !== 'made') return values;
  return made(values.value.reduce((whole, { path, texts }) => placed(whole, path, texts), rest.value));
}

function placed(whole: Json, [key, ...path]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  if (isJsonArray(whole))
    return whole.map((item, index) => (String(index) === key ? placed(item, path, value) : item));
  if (!isJsonObject(whole)) return whole;
  return { ...whole, [key]: placed(whole[key] ?? {}, path, value) };
}
