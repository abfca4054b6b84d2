/** Aggregated discovery (two requests) and the API services -> which kinds a cluster serves, where, and who serves them. */
import { at, isJsonArray, type Json, type JsonObject } from '../object/json.ts';
import type { VersionedIdentity } from '../object/identity.ts';

export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural. */
  readonly resource: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

export type GroupVersionKind = Pick<VersionedIdentity, 'group' | 'version' | 'kind'>;

export interface Catalog {
  find(wanted: GroupVersionKind): ServedKind | undefined;
  /** The kind in the version that the server prefers. */
  preferred(group: string, kind: string): ServedKind | undefined;
  /** All kinds, preferred version first within a group. */
  readonly kinds: readonly ServedKind[];
  /** `v1`, `apps/v1`, in the server's order. */
  readonly groupVersions: readonly string[];
  /** Served by another server behind an APIService; true as well when that could not be found out and the group is no built-in one. */
  isAggregated(group: string, version: string): boolean;
  /** The server could not tell what this group has, so that an unknown kind there may exist. */
  isIncomplete(group: string): boolean;
}

/** `services` is the list of APIServices, or undefined where it could not be read. */
export function catalogOf(
  documents: readonly JsonObject[],
  services: readonly JsonObject[] | undefined,
): Catalog {
  const groups = documents.flatMap((document) => arrayAt(document, 'items'));
  const kinds = groups.flatMap(kindsOf);
  const byVersion = new Map<string, ServedKind>();
  const byKind = new Map<string, ServedKind>();
  for (const kind of kinds) {
    setFirst(byVersion, `${kind.group}/${kind.version}/${kind.kind}`, kind);
    setFirst(byKind, `${kind.group}/${kind.kind}`, kind);
  }
  const remote = services?.filter((service) => at(service, 'spec', 'service') !== undefined);
  const remoteVersions = new Set(
    remote?.map((service) => `${textAt(service, 'spec', 'group')}/${textAt(service, 'spec', 'version')}`),
  );
  const incomplete = new Set([
    ...staleGroups(groups),
    ...(remote ?? []).filter(isDown).map((each) => textAt(each, 'spec', 'group')),
  ]);
  return {
    find: ({ group, version, kind }) => byVersion.get(`${group}/${version}/${kind}`),
    preferred: (group, kind) => byKind.get(`${group}/${kind}`),
    kinds,
    groupVersions: [
      ...new Set(kinds.map(({ group, version }) => (group === '' ? version : `${group}/${version}`))),
    ],
    isAggregated: (group, version) =>
      services === undefined ? !isBuiltIn(group) : remoteVersions.has(`${group}/${version}`),
    isIncomplete: (group) => incomplete.has(group),
  };
}

/** Groups of kube-apiserver itself: without a dot, or one of its own below k8s.io. */
function isBuiltIn(group: string): boolean {
  return !group.includes('.') || builtIn.has(group);
}

const builtIn = new Set(
  [
    'admissionregistration',
    'apiextensions',
    'apiregistration',
    'authentication',
    'authorization',
    'certificates',
    'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver',
    'networking',
    'node',
    'rbac.authorization',
    'resource',
    'scheduling',
    'storage',
  ].map((name) => `${name}.k8s.io`),
);

function kindsOf(group: Json): readonly ServedKind[] {
  const name = textAt(group, 'metadata', 'name');
  return arrayAt(group, 'versions').flatMap((version) =>
    arrayAt(version, 'resources').flatMap((resource) => {
      const kind = textAt(resource, 'responseKind', 'kind');
      if (kind === '') return [];
      return [
        {
          group: name,
          version: textAt(version, 'version'),
          kind,
          resource: textAt(resource, 'resource'),
          namespaced: at(resource, 'scope') === 'Namespaced',
          verbs: arrayAt(resource, 'verbs').flatMap((verb) => (typeof verb === 'string' ? [verb] : [])),
        },
      ];
    }),
  );
}

function staleGroups(groups: readonly Json[]): readonly string[] {
  return groups
    .filter((group) => arrayAt(group, 'versions').some((version) => at(version, 'freshness') === 'Stale'))
    .map((group) => textAt(group, 'metadata', 'name'));
}

function isDown(service: JsonObject): boolean {
  const conditions = arrayAt(service, 'status', 'conditions');
  return !conditions.some((each) => at(each, 'type') === 'Available' && at(each, 'status') === 'True');
}

function setFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

function textAt(value: Json, ...keys: readonly string[]): string {
  const text = at(value, ...keys);
  return typeof text === 'string' ? text : '';
}

function arrayAt(value: Json, ...keys: readonly string[]): readonly Json[] {
  const list = at(value, ...keys);
  return isJsonArray(list) ? list : [];
}
