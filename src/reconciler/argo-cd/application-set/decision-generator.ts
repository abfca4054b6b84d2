/** A clusterDecisionResource generator and what the cluster holds -> one parameter set for each cluster that was decided on. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import { textAt } from '../units/fields.ts';
import type { Context, Produce } from './context.ts';
import { type Parameters, printed, textMap } from './parameters.ts';
import { knownClusters } from './refusals.ts';
import { isEmptySelector, selectorOf } from './selector.ts';
import { error, made, type Outcome, type Unknown } from './side.ts';

export const produceDecisions: Produce = async (configurations, context) =>
  Promise.resolve(configurations.map((configuration) => decidedBy(configuration, context)));

interface Kind {
  readonly apiVersion: string;
  /** The resource's name in the API, in lower-case plural. */
  readonly resource: string;
  readonly matchKey: string;
  readonly listKey: string;
}

function decidedBy(configuration: JsonObject, context: Context): Outcome<readonly Parameters[]> {
  const { clusters, decisions, namespace } = context.side;
  const reference = textAt(configuration, 'configMapRef');
  const unseen: Unknown = {
    kind: 'unknown',
    gap: 'live-value-needed',
    why: words`the clusters that the resource of ConfigMap ${context.mask.text(reference)} decides on`,
  };
  if (clusters === undefined || decisions === undefined) return unseen;
  const own = decisions.filter((object) => namespaceOf(object) === namespace);
  const map = own.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === reference);
  // It may be there and not have been read: no proof that the controller fails.
  if (map === undefined) return unseen;
  const kind = kindIn(map);
  if (kind.kind !== 'made') return kind;
  const resources = resourcesOf(configuration, kind.value, own);
  if (resources.kind !== 'made') return resources;
  if (resources.value.length === 0) return unseen;
  if (kind.value.matchKey === '') return made([]);
  const found = resources.value.flatMap((resource) => decisionsIn(resource, kind.value.listKey));
  return made(
    found.flatMap((decision) => parametersOf(decision, { configuration, kind: kind.value, context })),
  );
}

function kindIn(map: KubeObject): Outcome<Kind> {
  const apiVersion = textAt(map['data'], 'apiVersion');
  const resource = textAt(map['data'], 'kind');
  if (resource === '' || apiVersion.indexOf('/') < 1) {
    return error('there is a problem with the apiVersion, kind or resourceName provided');
  }
  const listKey = textAt(map['data'], 'statusListKey');
  return made({
    apiVersion,
    resource: resource.toLowerCase(),
    matchKey: textAt(map['data'], 'matchKey'),
    listKey: listKey === '' ? 'clusters' : listKey,
  });
}

function resourcesOf(
  configuration: JsonObject,
  kind: Kind,
  objects: readonly KubeObject[],
): Outcome<readonly KubeObject[]> {
  const name = textAt(configuration, 'name');
  const labels = at(configuration, 'labelSelector');
  if ((name === '') === isEmptySelector(labels)) {
    return error('there is a problem with the definition of the ClusterDecisionResource generator');
  }
  const selector = selectorOf(labels, 'label-values');
  if (selector.kind !== 'made') return selector;
  return made(
    objects.filter((object) => {
      const isKind = object.apiVersion === kind.apiVersion && pluralsOf(object.kind).includes(kind.resource);
      return isKind && (name === '' ? selector.value(labelsOf(object)) : object.metadata.name === name);
    }),
  );
}

/** As the resources of custom kinds are called nearly always. */
function pluralsOf(kind: string): readonly string[] {
  const lower = kind.toLowerCase();
  return [`${lower}s`, `${lower}es`, lower.replace(/y$/, 'ies')];
}

function labelsOf(object: KubeObject): ReadonlyMap<string, string> {
  const labels = object.metadata['labels'];
  return new Map(
    Object.entries(isJsonObject(labels) ? labels : {}).map(([key, value]) => [key, printed(value)]),
  );
}

function decisionsIn(resource: KubeObject, listKey: string): readonly JsonObject[] {
  const list = at(resource, 'status', listKey);
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

interface Asked {
  readonly configuration: JsonObject;
  readonly kind: Kind;
  readonly context: Context;
}

/** None for a cluster that Argo CD does not know. */
function parametersOf(decision: JsonObject, { configuration, kind, context }: Asked): readonly Parameters[] {
  const wanted = printed(decision[kind.matchKey] ?? '');
  const known = knownClusters(context.side.clusters ?? []);
  const cluster = known.find(({ name }) => wanted !== '' && name === wanted);
  if (cluster === undefined) return [];
  const said = Object.entries(decision).map(([key, value]) => [key, printed(value)] as const);
  const own = { name: cluster.name, server: cluster.server, ...Object.fromEntries(said) };
  return [{ ...own, ...valuesOf(configuration, context.filler.goTemplate) }];
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
