/** A generated Application and the live one of its name -> what the controller leaves in the cluster. */
import { isDeepStrictEqual } from 'node:util';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { type ControllerSettings, mayUpdate, type Policy } from './settings.ts';
import { normalizedSpec } from './normalized-spec.ts';
import { without } from './without-pointer.ts';

export interface Written {
  readonly manifest: KubeObject;
  /** Expressions in jq by which differences are ignored: not followed here. */
  readonly unfollowed: readonly string[];
}

const alwaysPreserved = [
  'notified.notifications.argoproj.io',
  'argocd.argoproj.io/refresh',
  'argocd.argoproj.io/hydrate',
];
const preservedFinalizers = [
  'pre-delete-finalizer.argocd.argoproj.io',
  'post-delete-finalizer.argocd.argoproj.io',
];

export function written(
  generated: KubeObject,
  live: KubeObject,
  by: { readonly set: KubeObject; readonly policy: Policy; readonly controller: ControllerSettings },
): Written {
  if (!mayUpdate(by.policy)) return { manifest: live, unfollowed: [] };
  const { pointers, expressions } = ignoredIn(by.set, generated.metadata.name);
  const wanted: KubeObject = { ...generated, metadata: preserved(generated, live, by) };
  if (pointers.length === 0) return { manifest: wanted, unfollowed: expressions };
  // What is ignored is left out on both sides, and what then differs is sent: lists as a whole.
  const before = pointers.reduce(without, meaning(live));
  const after = pointers.reduce(without, meaning(wanted));
  const { metadata, spec } = mergedInto(meaning(live), before, after);
  const { name } = generated.metadata;
  const manifest: KubeObject = {
    ...generated,
    metadata: { ...(isJsonObject(metadata) ? metadata : {}), name },
    spec: spec ?? {},
  };
  return { manifest, unfollowed: expressions };
}

function meaning({ metadata, spec }: KubeObject): JsonObject {
  const { name, namespace, labels, annotations, finalizers } = metadata;
  const fields = Object.entries({ name, namespace, labels, annotations, finalizers }).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined,
  );
  return { metadata: Object.fromEntries(fields), spec: isJsonObject(spec) ? normalizedSpec(spec) : {} };
}

function ignoredIn(
  set: KubeObject,
  name: string,
): { readonly pointers: readonly string[]; readonly expressions: readonly string[] } {
  const rules = at(set, 'spec', 'ignoreApplicationDifferences');
  const own = (isJsonArray(rules) ? rules : []).filter((rule) =>
    [undefined, '', name].includes(text(at(rule, 'name'))),
  );
  return {
    pointers: own.flatMap((rule) => texts(at(rule, 'jsonPointers'))),
    expressions: own.flatMap((rule) => texts(at(rule, 'jqPathExpressions'))),
  };
}

function preserved(
  generated: KubeObject,
  live: KubeObject,
  { set, controller }: { readonly set: KubeObject; readonly controller: ControllerSettings },
): KubeObject['metadata'] {
  const own = at(set, 'spec', 'preservedFields');
  const annotations = [
    ...texts(at(own, 'annotations')),
    ...controller.preservedAnnotations,
    ...alwaysPreserved,
  ];
  const labels = [...texts(at(own, 'labels')), ...controller.preservedLabels];
  const finalizers = [
    ...texts(generated.metadata['finalizers']),
    ...texts(live.metadata['finalizers']).filter((one) =>
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

/** A JSON merge patch from `before` to `after`, applied to `live`. */
function mergedInto(live: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const result = new Map(Object.entries(live));
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) result.delete(key);
  for (const [key, value] of Object.entries(after)) {
    const was = before[key];
    if (isDeepStrictEqual(was, value)) continue;
    const here = result.get(key);
    const deep = isJsonObject(was) && isJsonObject(value) && isJsonObject(here);
    result.set(key, deep ? mergedInto(here, was, value) : value);
  }
  return Object.fromEntries(result);
}

function texts(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
