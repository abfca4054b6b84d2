/** Bundles on their clusters -> the same, with what their values take from the cluster put in (controller/target/builder.go). */
import { isJsonArray, isJsonObject, jsonIn } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { flagAt, objectAt, partAt } from '../../../object/fields.ts';
import { readValues } from '../../../object/yaml.ts';
import type { TemplateRequest, TemplateResult, Templates } from '../../templates.ts';
import type { FleetCluster } from './clusters.ts';
import type { Placed } from './unit-of.ts';

interface Pending {
  readonly placed: Placed;
  readonly cluster: FleetCluster;
  readonly values: JsonObject;
  readonly templates: readonly (readonly [string, string])[];
}

/** All in one run of the program that evaluates templates. */
export async function evaluated(all: readonly Placed[], templates: Templates): Promise<readonly Placed[]> {
  const pending = all.map(pendingOf);
  const asked = pending.flatMap((each) => (each === undefined ? [] : requestsOf(each)));
  const answer = asked.length === 0 ? undefined : await templates.evaluate(asked);
  if (answer !== undefined && answer.kind !== 'evaluated') {
    const why = answer.kind === 'missing' ? answer.why : answer.message;
    return all.map((placed, index) =>
      requestsIn(pending[index]) > 0
        ? { ...placed, unseen: `its values are templates, which were not evaluated: ${why}` }
        : laid(placed, pending[index]),
    );
  }
  let next = 0;
  return all.map((placed, index) => {
    const each = pending[index];
    const count = requestsIn(each);
    const own = (answer?.answers ?? []).slice(next, next + count).flat();
    next += count;
    return each === undefined || count === 0 ? laid(placed, each) : filled(each, own);
  });
}

function requestsIn(pending: Pending | undefined): number {
  return pending === undefined ? 0 : requestsOf(pending).length;
}

/** Undefined where nothing of it is looked at: there is no Helm in its options, or its cluster has no label. */
function pendingOf(placed: Placed): Pending | undefined {
  const { cluster, options } = placed;
  const helm = partAt(options, 'helm');
  if (cluster === undefined || helm === undefined || Object.keys(shownLabels(cluster.labels)).length === 0)
    return undefined;
  const templates = Object.entries(objectAt(helm, 'templateValues')).flatMap(([key, text]) =>
    typeof text === 'string' ? [[key, text] as const] : [],
  );
  const values = objectAt(helm, 'values');
  if (templates.length === 0 && Object.keys(values).length === 0) return undefined;
  return { placed, cluster, values: withLabels(values, shownLabels(cluster.labels)), templates };
}

type Texts = Readonly<Record<string, string>>;

/** What Rancher and kubectl note there is not seen, but for the names that Fleet and Rancher give. */
function shownLabels(labels: Texts): Texts {
  return Object.fromEntries(
    Object.entries(labels).filter(
      ([key]) =>
        (!key.startsWith('kubectl.kubernetes.io/') && !key.includes('cattle.io')) ||
        key.startsWith('fleet.cattle.io/') ||
        key.startsWith('management.cattle.io/'),
    ),
  );
}

const labelPrefix = 'global.fleet.clusterLabels.';

function withLabels(values: JsonObject, labels: Texts): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, withLabel(value, labels)]));
}

/** In a list, only within maps. */
function withLabel(value: Json, labels: Texts): Json {
  if (typeof value === 'string') {
    return value.startsWith(labelPrefix) ? (labels[value.slice(labelPrefix.length)] ?? '') : value;
  }
  if (isJsonArray(value)) return value.map((item) => (isJsonObject(item) ? withLabels(item, labels) : item));
  return isJsonObject(value) ? withLabels(value, labels) : value;
}

function requestsOf({ placed, cluster, values, templates }: Pending): readonly TemplateRequest[] {
  if (flagAt(placed.options, 'helm', 'disablePreProcess')) return [];
  const context: JsonObject = {
    ClusterNamespace: cluster.namespace,
    ClusterName: cluster.name,
    ClusterLabels: shownLabels(cluster.labels),
    ClusterAnnotations: withoutCattle(cluster.annotations),
    ClusterValues: cluster.templateValues,
  };
  const how = { values: context, options: ['missingkey=error'], dialect: 'fleet' } as const;
  const inPlace = needsNone(values)
    ? []
    : [{ ...how, texts: [JSON.stringify(values)], documents: true } as const];
  return [
    ...inPlace,
    ...(templates.length === 0 ? [] : [{ ...how, texts: templates.map(([, text]) => text) }]),
  ];
}

/** Without the delimiter nothing of it is a template. */
function needsNone(values: JsonObject): boolean {
  return !JSON.stringify(values).includes('${');
}

function withoutCattle(annotations: Texts): Texts {
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([key]) => !key.startsWith('kubectl.kubernetes.io/') && !key.includes('cattle.io'),
    ),
  );
}

function laid(placed: Placed, pending: Pending | undefined): Placed {
  return pending === undefined ? placed : withValues(placed, pending.values);
}

function withValues(placed: Placed, values: JsonObject): Placed {
  return { ...placed, options: { ...placed.options, helm: { ...objectAt(placed.options, 'helm'), values } } };
}

function filled({ placed, values, templates }: Pending, results: readonly TemplateResult[]): Placed {
  const failed = results.find((result) => result.kind === 'error');
  if (failed !== undefined)
    return { ...placed, problem: `its values cannot be evaluated: ${failed.message}` };
  const texts = results.flatMap((result) => (result.kind === 'text' ? [result.text] : []));
  const own = needsNone(values) ? values : jsonIn(texts[0] ?? '');
  const rest = needsNone(values) ? texts : texts.slice(1);
  if (!isJsonObject(own)) return { ...placed, problem: 'its values are no map after they were evaluated' };
  const more = templates.map(([key], index) => [key, valueIn(rest[index] ?? '')] as const);
  return withValues(placed, { ...own, ...Object.fromEntries(more) });
}

function valueIn(text: string): Json {
  const [document] = readValues('values.yaml', text);
  return document?.kind === 'other' ? document.value : null;
}
