/** An object as the API server returns it -> without what the server writes by itself, which is never a change. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../object/json.ts';
import { at, isJsonArray, isJsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { lastApplied } from '../object/last-applied.ts';

interface Noise {
  /** Keys from the root; `*` stands for every item of a list. */
  readonly path: readonly string[];
  readonly why: string;
  /** Kept where the manifest itself declares it. */
  readonly unlessDeclared: boolean;
  readonly kind?: string;
}

/** facts/kubernetes.md §1.2, facts/reconcilers.md §10 */
const noise: readonly Noise[] = [
  { path: ['metadata', 'managedFields'], why: 'bookkeeping of field ownership', unlessDeclared: false },
  { path: ['metadata', 'resourceVersion'], why: 'counts writes', unlessDeclared: false },
  { path: ['metadata', 'uid'], why: 'random where the object would be made', unlessDeclared: false },
  { path: ['metadata', 'generation'], why: 'counts changes of the spec', unlessDeclared: false },
  { path: ['metadata', 'creationTimestamp'], why: 'the time of the dry run', unlessDeclared: false },
  { path: ['metadata', 'selfLink'], why: 'gone from Kubernetes 1.20 on', unlessDeclared: false },
  { path: ['metadata', 'deletionTimestamp'], why: 'told as terminating', unlessDeclared: false },
  { path: ['metadata', 'deletionGracePeriodSeconds'], why: 'told as terminating', unlessDeclared: false },
  {
    path: ['metadata', 'annotations', lastApplied],
    why: 'a copy of the manifest, and of the values of a Secret',
    unlessDeclared: false,
  },
  {
    path: ['metadata', 'annotations', 'deployment.kubernetes.io/revision'],
    why: 'counted by the Deployment controller',
    unlessDeclared: false,
  },
  {
    path: ['metadata', 'annotations', 'deprecated.daemonset.template.generation'],
    why: 'counted by the API server',
    unlessDeclared: true,
  },
  { path: ['status'], why: 'written by controllers', unlessDeclared: true },
  { path: ['spec', 'clusterIP'], why: 'allocated at the write', unlessDeclared: true, kind: 'Service' },
  { path: ['spec', 'clusterIPs'], why: 'allocated at the write', unlessDeclared: true, kind: 'Service' },
  {
    path: ['spec', 'healthCheckNodePort'],
    why: 'allocated at the write',
    unlessDeclared: true,
    kind: 'Service',
  },
  {
    path: ['spec', 'ports', '*', 'nodePort'],
    why: 'allocated at the write',
    unlessDeclared: true,
    kind: 'Service',
  },
  {
    path: ['spec', 'selector', 'matchLabels', 'batch.kubernetes.io/controller-uid'],
    why: 'random',
    unlessDeclared: true,
    kind: 'Job',
  },
  {
    path: ['spec', 'template', 'metadata', 'labels', 'batch.kubernetes.io/controller-uid'],
    why: 'random',
    unlessDeclared: true,
    kind: 'Job',
  },
  {
    path: ['spec', 'template', 'metadata', 'labels', 'controller-uid'],
    why: 'random',
    unlessDeclared: true,
    kind: 'Job',
  },
];

/** An allocated value that the manifest does not ask for, on an object that has one already, shows a real change. */
function applies(entry: Noise, object: KubeObject, declared: KubeObject | undefined): boolean {
  if (entry.kind !== undefined && entry.kind !== object.kind) return false;
  return !entry.unlessDeclared || !holds(declared, entry.path);
}

function holds(value: Json | undefined, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return value !== undefined;
  if (key === '*') return isJsonArray(value) && value.some((item) => holds(item, rest));
  return holds(at(value, key), rest);
}

function without(value: Json, path: readonly string[]): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (isJsonArray(value)) return key === '*' ? value.map((item) => without(item, rest)) : value;
  const child = at(value, key);
  if (!isJsonObject(value) || child === undefined) return value;
  const { [key]: _dropped, ...others } = value;
  if (rest.length === 0) return others;
  const next = without(child, rest);
  // Annotations that held nothing but noise are no annotations.
  return isJsonObject(next) && Object.keys(next).length === 0 ? others : { ...others, [key]: next };
}

/** Most objects of a review do not change at all; this is told by one comparison. */
export function areSame(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  if (!before || !after) return false;
  return isDeepStrictEqual(withoutOwnership(before), withoutOwnership(after));
}

/** The time of the dry run stands in it. */
function withoutOwnership(object: KubeObject): JsonObject {
  const { managedFields: _ownership, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** `declared` is the manifest: what it asks for by itself stays. */
export function withoutNoise(object: KubeObject, declared: KubeObject | undefined): JsonObject {
  let here: Json = object;
  for (const entry of noise) if (applies(entry, object, declared)) here = without(here, entry.path);
  const generated = typeof object.metadata['generateName'] === 'string';
  if (generated) here = without(here, ['metadata', 'name']);
  return isJsonObject(here) ? here : {};
}
