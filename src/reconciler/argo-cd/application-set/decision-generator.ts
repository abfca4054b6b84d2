/** A clusterDecisionResource generator and what the cluster holds -> one parameter set for each cluster that was decided on. */
import { at, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Context, Produce } from './context.ts';
import { decided } from './decision-resources.ts';
import { type Parameters, printed, textMap } from './parameters.ts';
import { knownClusters } from './refusals.ts';
import { all, type ClusterSecret, error, made, type Outcome } from './side.ts';

export const produceDecisions: Produce = async (configurations, context) =>
  Promise.resolve(configurations.map((configuration) => decidedBy(configuration, context)));

function decidedBy(configuration: JsonObject, context: Context): Outcome<readonly Parameters[]> {
  const { clusters, decisions } = context.side;
  if (clusters === undefined) {
    const why = words`which clusters Argo CD knows: its cluster Secrets cannot be seen`;
    return { kind: 'unknown', gap: 'live-value-needed', why };
  }
  const found = decided(configuration, decisions, context.mask);
  if (found.kind !== 'made') return found;
  const { matchKey } = found.value;
  const known = knownClusters(clusters);
  const each = all(
    found.value.decisions.map((decision) =>
      parametersOf(decision, { matchKey, known, configuration, context }),
    ),
  );
  return each.kind === 'made' ? made(each.value.flat()) : each;
}

const notText = error(
  'a decision has a value that is no text, at which this version of the controller fails',
);

interface Asked {
  readonly matchKey: string;
  readonly known: readonly Pick<ClusterSecret, 'name' | 'server'>[];
  readonly configuration: JsonObject;
  readonly context: Context;
}

/** None for a cluster that Argo CD does not know. */
function parametersOf(
  decision: JsonObject,
  { matchKey, known, configuration, context }: Asked,
): Outcome<readonly Parameters[]> {
  const fails = (value: Json): boolean =>
    !context.side.controller.takesAnyDecision && typeof value !== 'string';
  const wanted = decision[matchKey] ?? null;
  if (wanted === null || wanted === '') return made([]);
  if (fails(wanted)) return notText;
  const cluster = known.find(({ name }) => name === shown(wanted));
  if (cluster === undefined) return made([]);
  if (Object.values(decision).some(fails)) return notText;
  const said = Object.entries(decision).map(([key, value]) => [key, shown(value)] as const);
  const own = { name: cluster.name, server: cluster.server, ...Object.fromEntries(said) };
  return made([{ ...own, ...valuesOf(configuration, context.filler.goTemplate) }]);
}

/** Whole numbers from the API have no exponent, unlike all that comes out of a generator's own JSON. */
function shown(value: Json): string {
  return typeof value === 'number' && Number.isInteger(value) ? String(value) : printed(value);
}

/** Not evaluated here, unlike those of the other generators. */
function valuesOf(configuration: JsonObject, goTemplate: boolean): Parameters {
  const values = at(configuration, 'values');
  const texts = Object.entries(isJsonObject(values) ? values : {}).map(
    ([key, value]) => [key, printed(value)] as const,
  );
  if (texts.length === 0) return {};
  if (goTemplate) return { values: textMap(Object.fromEntries(texts)) };
  return Object.fromEntries(texts.map(([key, value]) => [`values.${key}`, value]));
}
