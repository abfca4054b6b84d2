/** Entries of `generators`, each with what an outer generator gave -> their parameter sets and the templates they bring. */
import { at, isJsonObject, type Json } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import { produceClusters } from './clusters-generator.ts';
import { type Child, type Context, type Entry, mostParameterSets, type Produce } from './context.ts';
import { produceDecisions } from './decision-generator.ts';
import { produceGit } from './git-generator.ts';
import { interpolated } from './interpolate.ts';
import { produceList } from './list-generator.ts';
import { produceMatrix } from './matrix-generator.ts';
import { produceMerge } from './merge-generator.ts';
import { flattened, type Parameters, printed } from './parameters.ts';
import { producePullRequests } from './pull-request-generator.ts';
import { selectorOf } from './selector.ts';
import { all, error, made, type Outcome } from './side.ts';
import { unseen } from './unseen-generators.ts';

export interface Produced {
  readonly parameters: readonly Parameters[];
  /** The generator's own, which goes before the set's. */
  readonly template: Json | undefined;
}

/** In the order in which the controller asks them. An entry names one; one that names none gives nothing. */
const kinds = [
  'list',
  'clusters',
  'git',
  'scmProvider',
  'clusterDecisionResource',
  'pullRequest',
  'matrix',
  'merge',
  'plugin',
] as const;
type Kind = (typeof kinds)[number];

/** How often combinations may stand in each other: what the custom resource can hold. */
const deepest = 2;

/** One answer an entry, in it one for each generator that it names. */
export async function transform(
  entries: readonly Entry[],
  context: Context,
  depth = 0,
): Promise<readonly Outcome<readonly Produced[]>[]> {
  const filled = await interpolated(entries, context);
  const answers: Outcome<readonly Produced[]>[][] = entries.map(() => []);
  for (const kind of kinds) {
    const asked = filled.flatMap((entry, index) => {
      const configuration = entry.kind === 'made' ? at(entry.value, kind) : undefined;
      return isJsonObject(configuration) ? [{ index, configuration }] : [];
    });
    if (asked.length === 0) continue;
    const configurations = asked.map(({ configuration }) => configuration);
    const sets = await producerOf(kind, depth)(configurations, context);
    for (const [position, { index, configuration }] of asked.entries()) {
      const set = sets[position];
      if (set === undefined) throw new Error('a generator has no answer');
      // The entry as it is written: what an outer generator gave does not reach a selector.
      const chosen = selected(set, at(entries[index]?.generator, 'selector'));
      answers[index]?.push(
        chosen.kind === 'made'
          ? made([{ parameters: chosen.value, template: at(configuration, 'template') }])
          : chosen,
      );
    }
  }
  return filled.map((entry, index) => {
    if (entry.kind !== 'made') return entry;
    const found = all(answers[index] ?? []);
    return found.kind === 'made' ? made(found.value.flat()) : found;
  });
}

function producerOf(kind: Kind, depth: number): Produce {
  switch (kind) {
    case 'list':
      return produceList;
    case 'clusters':
      return produceClusters;
    case 'git':
      return produceGit;
    case 'clusterDecisionResource':
      return produceDecisions;
    case 'matrix':
      return combining(depth, (configurations, context) =>
        produceMatrix(configurations, context, children(depth)),
      );
    case 'merge':
      return combining(depth, (configurations, context) =>
        produceMerge(configurations, context, children(depth)),
      );
    case 'pullRequest':
      return producePullRequests;
    case 'scmProvider':
    case 'plugin':
      return unseen(kind);
  }
}

/** A third one inside of two is dropped by the server, which does not know the field. */
function combining(depth: number, produce: Produce): Produce {
  if (depth < deepest) return produce;
  const none = error('a combination inside of two others is none');
  return async (configurations) => Promise.resolve(configurations.map(() => none));
}

/** Templates of inner generators count for nothing. */
function children(depth: number): Child {
  return async (entries, context) => {
    const answers = await transform(entries, context, depth + 1);
    return answers.map((answer) => {
      if (answer.kind !== 'made') return answer;
      const [one, ...others] = answer.value;
      if (one === undefined) return error('child generator generated no parameters');
      return others.length > 0
        ? error('found more than one generator in matrix.Generators')
        : made(one.parameters);
    });
  };
}

function selected(
  set: Outcome<readonly Parameters[]>,
  given: Json | undefined,
): Outcome<readonly Parameters[]> {
  if (set.kind !== 'made') return set;
  if (set.value.length > mostParameterSets) {
    return {
      kind: 'unknown',
      gap: 'source-unreadable',
      why: words`a generator that gives more than ${mostParameterSets} parameter sets`,
    };
  }
  const selector = given === undefined || given === null ? undefined : selectorOf(given, 'any');
  if (selector === undefined) return set;
  if (selector.kind !== 'made') return selector;
  return made(set.value.filter((parameters) => selector.value(textsOf(parameters))));
}

function textsOf(parameters: Parameters): ReadonlyMap<string, string> {
  return new Map([...flattened(parameters)].map(([key, value]) => [key, printed(value)] as const));
}
