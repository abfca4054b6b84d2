/** What was seen of a home cluster -> the decisions that one clusterDecisionResource generator finds, or why not. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { type Mask, type Masked, words } from '../../../object/masked.ts';
import { textAt } from '../../../object/fields.ts';
import { type DecisionKind, decisionKind } from './decision-kind.ts';
import { isAbout, isConfigMap } from './decision-reads.ts';
import { printed } from './parameters.ts';
import { isEmptySelector, selectorOf } from './selector.ts';
import { all, type Decisions, error, made, type Outcome, type Unknown } from './side.ts';

export interface Decided {
  /** Empty where none is named. */
  readonly matchKey: string;
  readonly decisions: readonly JsonObject[];
}

/** Checks in the order of the controller, whose first error counts. */
export function decided(
  configuration: JsonObject,
  seen: Decisions | undefined,
  mask: Mask,
): Outcome<Decided> {
  const reference = textAt(configuration, 'configMapRef');
  const kind = kindNamedBy(reference, seen, mask);
  if (kind.kind !== 'made') return kind;
  const selects = selectionOf(configuration);
  if (selects.kind !== 'made') return selects;
  const resources = resourcesOf(kind.value, seen, unseenOf(reference, mask));
  if (resources.kind !== 'made') return resources;
  const { group, resource, matchKey, listKey } = kind.value;
  const own = resources.value.filter(selects.value);
  if (own.length === 0) return error(`no clusterDecisionResources found: ${resource}.${group}`);
  if (matchKey === '') return made({ matchKey, decisions: [] });
  const found = all(own.map((object) => decisionsIn(object, listKey)));
  return found.kind === 'made' ? made({ matchKey, decisions: found.value.flat() }) : found;
}

type Unseen = (why: Masked) => Unknown;

function unseenOf(reference: string, mask: Mask): Unseen {
  return (why) => ({
    kind: 'unknown',
    gap: 'live-value-needed',
    why: words`the clusters that the resource of ConfigMap ${mask.text(reference)} decides on: ${why}`,
  });
}

const notSeen = words`what Argo CD has in its cluster cannot be seen`;

function kindNamedBy(reference: string, seen: Decisions | undefined, mask: Mask): Outcome<DecisionKind> {
  const unseen = unseenOf(reference, mask);
  if (seen === undefined) return unseen(notSeen);
  const why = unread(seen, { group: '', kind: 'ConfigMap', name: reference });
  if (why !== undefined) return unseen(why);
  const map = seen.objects.find((object) => isConfigMap(object) && object.metadata.name === reference);
  if (map === undefined) return error(`error reading configMapRef: configmaps "${reference}" not found`);
  return decisionKind(map);
}

/** Why something is not known; undefined where it is, also that it is not there. */
function unread(
  { reads, gaps }: Decisions,
  { group, kind, name }: { readonly group: string; readonly kind: string; readonly name: string },
): Masked | undefined {
  const read = reads.find(
    (each) => each.group === group && each.kind === kind && (each.name ?? '*') === name,
  );
  if (read === undefined) {
    return words`no ApplicationSet in the cluster names that ConfigMap yet, so it was not read`;
  }
  return gaps.find((gap) => isAbout(gap, read))?.why;
}

function selectionOf(configuration: JsonObject): Outcome<(resource: KubeObject) => boolean> {
  const name = textAt(configuration, 'name');
  const labels = at(configuration, 'labelSelector');
  if ((name === '') === isEmptySelector(labels)) {
    return error('there is a problem with the definition of the ClusterDecisionResource generator');
  }
  if (name !== '') return made((resource) => resource.metadata.name === name);
  const selector = selectorOf(labels, 'label-values');
  return selector.kind === 'made' ? made((resource) => selector.value(labelsOf(resource))) : selector;
}

function resourcesOf(
  { group, version, resource }: DecisionKind,
  seen: Decisions | undefined,
  unseen: Unseen,
): Outcome<readonly KubeObject[]> {
  if (seen === undefined) return unseen(notSeen);
  const why = unread(seen, { group, kind: resource, name: '*' });
  if (why !== undefined) return unseen(why);
  const ofVersion = seen.objects.filter(({ apiVersion }) => apiVersion === `${group}/${version}`);
  const ofKind = ofVersion.filter(({ kind }) => pluralsOf(kind).includes(resource));
  if (ofKind.length > 0 || ofVersion.length === 0) return made(ofKind);
  return unseen(words`which of the objects that were read are that resource cannot be told`);
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

function decisionsIn(resource: KubeObject, listKey: string): Outcome<readonly JsonObject[]> {
  const status = at(resource, 'status');
  if (!isJsonObject(status) || Object.keys(status).length === 0) return made([]);
  const list = status[listKey];
  if (!isJsonArray(list) || !list.every(isJsonObject)) {
    return error(`status.${listKey} of ${resource.metadata.name} is no list of decisions`);
  }
  return made(list);
}
