/** An object as the server has it -> what of it is compared, with the reason for all that is not. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { textAt } from './read-object.ts';

interface LeftOut {
  readonly what: string;
  readonly why: string;
}

/** Printed with every table; `comparable` below leaves out these and nothing else. */
export const leftOut: readonly LeftOut[] = [
  {
    what: '`metadata.uid`, `resourceVersion`, `generation`, `creationTimestamp`, `selfLink`',
    why: 'the server gives them at the write itself; whether an object was made anew is told by its uid and compared as such',
  },
  {
    what: 'directories that the review takes for somebody to apply by hand (`plain/…`)',
    why: 'no reconciler renders them, and here nobody applies them',
  },
  { what: '`status`', why: 'controllers write it, not the apply' },
  {
    what: 'times and field lists in `metadata.managedFields`',
    why: 'of each entry the manager, operation and subresource are compared',
  },
  {
    what: 'entries in `managedFields` of kube-controller-manager, kube-scheduler, kwok and the API server itself',
    why: 'they go on writing after the sync',
  },
  {
    what: 'annotation `deployment.kubernetes.io/revision`',
    why: 'the Deployment controller counts it up after the sync',
  },
  {
    what: '`spec.clusterIP`, `clusterIPs`, `healthCheckNodePort` and `nodePort` of a Service that is made',
    why: 'the server draws them at the write',
  },
  {
    what: 'controller uid in labels and selector of a Job',
    why: 'it is the uid of the Job, which the server gives at the write',
  },
  {
    what: '`spec.volumeName` and `pv.kubernetes.io/` and `volume.` annotations of a PersistentVolumeClaim',
    why: 'the binder writes them after the sync',
  },
  {
    what: '`operation`, the refresh annotation and the entries of Argo CD itself in `managedFields` of an Application or ApplicationSet',
    why: 'Argo CD keeps its own record in the object, and the judge asks it for a refresh',
  },
  {
    what: 'empty `template`s in the generators of an ApplicationSet',
    why: 'its controller writes them when it takes the refresh annotation away',
  },
  {
    what: 'the request annotation, the finalizer and the entries of Flux itself and of who asked it in `managedFields` of a Flux object',
    why: 'each controller keeps its own record in the object, and the judge asks it for a reconciliation',
  },
];

const restless = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok', 'bed-kwok'];
const ownRecord = ['argocd-application-controller', 'argocd-applicationset-controller', 'bed'];
const serverGiven = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
  'managedFields',
];
const fluxRecord = ['flux', 'gotk-kustomize-controller', 'helm-controller', 'source-controller'];
const refreshes = ['argocd.argoproj.io/refresh', 'argocd.argoproj.io/application-set-refresh'];
const uidLabels = ['controller-uid', 'batch.kubernetes.io/controller-uid'];
const drawn = ['clusterIP', 'clusterIPs', 'healthCheckNodePort'];

export interface Comparable {
  readonly object: JsonObject;
  /** `manager Operation` and `/subresource`, sorted. */
  readonly managers: readonly string[];
}

/** `made`: it did not exist before, or is made anew. */
export function comparable(object: KubeObject, made: boolean): Comparable {
  const { status: _, ...rest } = object;
  const metadata = omit(object.metadata, [
    ...serverGiven,
    'annotations',
    ...(isOfFlux(object) ? ['finalizers'] : []),
  ]);
  const annotations = withoutAnnotations(object);
  const whole = { ...rest, metadata: { ...metadata, ...annotations } };
  return { object: byKind(whole, object.kind, made), managers: managersOf(object) };
}

function withoutAnnotations({ kind, metadata }: KubeObject): JsonObject {
  const annotations = metadata['annotations'];
  if (!isJsonObject(annotations)) return {};
  const kept = Object.entries(annotations).filter(([key]) => !isLeftOut(key, kind));
  return kept.length === 0 ? {} : { annotations: Object.fromEntries(kept) };
}

function isOfFlux({ apiVersion }: KubeObject): boolean {
  return apiVersion.includes('.toolkit.fluxcd.io/');
}

function isLeftOut(annotation: string, kind: string): boolean {
  if (kind === 'Deployment') return annotation === 'deployment.kubernetes.io/revision';
  if (kind === 'Application' || kind === 'ApplicationSet') return refreshes.includes(annotation);
  if (kind === 'PersistentVolumeClaim')
    return annotation.startsWith('pv.kubernetes.io/') || annotation.startsWith('volume.');
  return annotation === 'reconcile.fluxcd.io/requestedAt';
}

function byKind(object: JsonObject, kind: string, made: boolean): JsonObject {
  switch (kind) {
    case 'Service':
      return made ? withSpec(object, (spec) => ({ ...omit(spec, drawn), ports: portsOf(spec) })) : object;
    case 'Job':
      return withoutUidLabels(object);
    case 'PersistentVolumeClaim':
      return withSpec(object, (spec) => omit(spec, ['volumeName']));
    case 'Application':
      return omit(object, ['operation']);
    case 'ApplicationSet':
      return withSpec(object, (spec) => ({
        ...spec,
        generators: withoutBlankTemplates(spec['generators'] ?? null),
      }));
    default:
      return object;
  }
}

function withoutBlankTemplates(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutBlankTemplates);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([key, member]) => key !== 'template' || !isBlank(member));
  return Object.fromEntries(members.map(([key, member]) => [key, withoutBlankTemplates(member)]));
}

function isBlank(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return value === '';
  return Object.values(value).every((member: Json) => isBlank(member));
}

function portsOf(spec: JsonObject): Json {
  const ports = spec['ports'];
  return isJsonArray(ports)
    ? ports.map((port) => (isJsonObject(port) ? omit(port, ['nodePort']) : port))
    : [];
}

function withSpec(object: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject {
  const spec = object['spec'];
  return isJsonObject(spec) ? { ...object, spec: change(spec) } : object;
}

/** Wherever they stand: metadata, selector and template. */
function withoutUidLabels(object: JsonObject): JsonObject {
  const entries = Object.entries(omit(object, uidLabels));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isJsonObject(value) ? withoutUidLabels(value) : value]),
  );
}

function managersOf(object: KubeObject): readonly string[] {
  const entries = object.metadata['managedFields'];
  const left = [...restless, ...recordsIn(object)];
  const named = (isJsonArray(entries) ? entries : []).flatMap((entry) => {
    const manager = textAt(entry, 'manager');
    const subresource = textAt(entry, 'subresource');
    if (left.includes(manager)) return [];
    return [`${manager} ${textAt(entry, 'operation')}${subresource && `/${subresource}`}`];
  });
  return [...new Set(named)].toSorted();
}

function recordsIn(object: KubeObject): readonly string[] {
  if (object.kind.startsWith('Application')) return ownRecord;
  return isOfFlux(object) ? fluxRecord : [];
}

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
