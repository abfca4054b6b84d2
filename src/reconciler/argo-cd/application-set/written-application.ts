/** A generated Application and the live one of its name -> what the controller leaves in the cluster. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { applyJsonMerge, difference } from '../../../object/merge/json-merge.ts';
import { textAt, textsAt } from '../../../object/fields.ts';
import { type ControllerSettings, mayUpdate, type Policy } from './settings.ts';
import { normalizedSpec } from './normalized-spec.ts';
import { withoutFound } from '../ignore/jq.ts';
import { withoutPointer } from '../ignore/pointer.ts';
import { error, made, type Outcome } from './side.ts';

const alwaysPreserved = [
  'notified.notifications.argoproj.io',
  'argocd.argoproj.io/refresh',
  'argocd.argoproj.io/hydrate',
];
const preservedFinalizers = [
  'pre-delete-finalizer.argocd.argoproj.io',
  'post-delete-finalizer.argocd.argoproj.io',
];

export interface By {
  readonly set: KubeObject;
  readonly policy: Policy;
  readonly controller: ControllerSettings;
}

/** An error is one of the whole set: the controller then writes none of its Applications. */
export async function written(generated: KubeObject, live: KubeObject, by: By): Promise<Outcome<KubeObject>> {
  if (!mayUpdate(by.policy)) return made(live);
  const ignored = ignoredIn(by.set, generated.metadata.name);
  const wanted: KubeObject = { ...generated, metadata: preserved(generated, live, by) };
  if (ignored.length === 0) return made(wanted);
  // What is ignored is left out on both sides, and what then differs is sent: lists as a whole.
  const before = await without(meaning(live), ignored);
  const after = await without(meaning(wanted), ignored);
  if (before.kind !== 'made') return before;
  if (after.kind !== 'made') return after;
  const { metadata, spec } = applyJsonMerge(meaning(live), difference(before.value, after.value));
  const { name } = generated.metadata;
  return made({
    ...generated,
    metadata: { ...(isJsonObject(metadata) ? metadata : {}), name },
    spec: spec ?? {},
  });
}

/** Pointers before expressions, rule by rule. */
async function without(application: JsonObject, ignored: readonly Ignored[]): Promise<Outcome<JsonObject>> {
  let left = application;
  for (const { path, isExpression } of ignored) {
    if (isExpression) {
      const answer = await withoutFound(left, path);
      if (answer.kind === 'not-compiled')
        return error(`the expression ${JSON.stringify(path)} does not compile`);
      if (answer.kind === 'object') left = answer.object;
    } else {
      const found = withoutPointer(left, path);
      if (isJsonObject(found)) left = found;
    }
  }
  return made(left);
}

function meaning({ metadata, spec }: KubeObject): JsonObject {
  const { name, namespace, labels, annotations, finalizers } = metadata;
  const fields = Object.entries({ name, namespace, labels, annotations, finalizers }).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined,
  );
  return { metadata: Object.fromEntries(fields), spec: isJsonObject(spec) ? normalizedSpec(spec) : {} };
}

interface Ignored {
  readonly path: string;
  /** In jq; else a JSON pointer. */
  readonly isExpression: boolean;
}

function ignoredIn(set: KubeObject, name: string): readonly Ignored[] {
  const rules = at(set, 'spec', 'ignoreApplicationDifferences');
  const own = (isJsonArray(rules) ? rules : []).filter((rule) => ['', name].includes(textAt(rule, 'name')));
  return own.flatMap((rule) => [
    ...textsAt(rule, 'jsonPointers').map((path) => ({ path, isExpression: false })),
    ...textsAt(rule, 'jqPathExpressions').map((path) => ({ path, isExpression: true })),
  ]);
}

function preserved(
  generated: KubeObject,
  live: KubeObject,
  { set, controller }: { readonly set: KubeObject; readonly controller: ControllerSettings },
): KubeObject['metadata'] {
  const own = at(set, 'spec', 'preservedFields');
  const annotations = [
    ...textsAt(own, 'annotations'),
    ...controller.preservedAnnotations,
    ...alwaysPreserved,
  ];
  const labels = [...textsAt(own, 'labels'), ...controller.preservedLabels];
  const finalizers = [
    ...textsAt(generated.metadata, 'finalizers'),
    ...textsAt(live.metadata, 'finalizers').filter((one) =>
      preservedFinalizers.some((kept) => one.startsWith(kept)),
    ),
  ];
  const { name, namespace = '' } = generated.metadata;
  return {
    name,
    namespace,
    ...unlessEmpty('labels', withKept(generated, live, { field: 'labels', keys: labels })),
    ...unlessEmpty('annotations', withKept(generated, live, { field: 'annotations', keys: annotations })),
    ...(finalizers.length === 0 ? {} : { finalizers: [...new Set(finalizers)] }),
  };
}

function withKept(
  generated: KubeObject,
  live: KubeObject,
  { field, keys }: { readonly field: string; readonly keys: readonly string[] },
): JsonObject {
  const own = generated.metadata[field];
  const stays = keys.flatMap((key) => {
    const value = at(live.metadata, field, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...(isJsonObject(own) ? own : {}), ...Object.fromEntries(stays) };
}

function unlessEmpty(field: string, map: JsonObject): JsonObject {
  return Object.keys(map).length === 0 ? {} : { [field]: map };
}
