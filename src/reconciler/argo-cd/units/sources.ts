/** An Application's spec -> the sources that its Argo CD renders: of sourceHydrator, of `sources`, else `source`. */
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { flagAt, listAt, objectAt, textAt } from '../../../object/fields.ts';

/** What a source's repository is asked for; all that is missing is empty. */
export interface Source {
  readonly repoURL: string;
  /** As written: not made normal. */
  readonly path: string;
  readonly targetRevision: string;
  readonly chart: string;
  readonly ref: string;
  /** With the options of each tool, in the form in which Argo CD keeps them: an empty one is none. */
  readonly raw: JsonObject;
}

export interface Sources {
  readonly list: readonly Source[];
  readonly multiple: boolean;
}

export const tools = ['helm', 'kustomize', 'directory', 'plugin'] as const;
export type Tool = (typeof tools)[number];

export function effectiveSources(spec: JsonObject): Sources {
  if (isJsonObject(spec['sourceHydrator'])) return { list: [syncSource(spec)], multiple: false };
  const list = listAt(spec, 'sources');
  if (list.length > 0) return { list: list.map(readSource), multiple: true };
  return { list: isJsonObject(spec['source']) ? [readSource(spec['source'])] : [], multiple: false };
}

/** What the hydrator wrote, and a sync applies. */
function syncSource(spec: JsonObject): Source {
  const hydrator = objectAt(spec, 'sourceHydrator');
  return readSource({
    repoURL: textAt(hydrator, 'syncSource', 'repoURL') || textAt(hydrator, 'drySource', 'repoURL'),
    path: textAt(hydrator, 'syncSource', 'path'),
    targetRevision: textAt(hydrator, 'syncSource', 'targetBranch'),
  });
}

/** What the hydrator renders; undefined without one. */
export function drySource(spec: JsonObject): Source | undefined {
  const hydrator = spec['sourceHydrator'];
  return isJsonObject(hydrator) ? readSource(objectAt(hydrator, 'drySource')) : undefined;
}

/** Those that are synced, and the one that is only hydrated. */
export function allSources(spec: JsonObject): readonly Source[] {
  const dry = drySource(spec);
  return [...effectiveSources(spec).list, ...(dry === undefined ? [] : [dry])];
}

export function readSource(value: Json): Source {
  return {
    repoURL: textAt(value, 'repoURL').trim(),
    path: textAt(value, 'path'),
    targetRevision: textAt(value, 'targetRevision'),
    chart: textAt(value, 'chart'),
    ref: textAt(value, 'ref'),
    raw: withoutEmptyTools(isJsonObject(value) ? value : {}),
  };
}

/** Argo CD drops `helm: {}` and the like from a spec before it looks at it, but not an empty plugin. */
export function withoutEmptyTools(source: JsonObject): JsonObject {
  const entries = Object.entries(source);
  return Object.fromEntries(entries.filter(([key, value]) => !dropped.has(key) || !isZero(value)));
}

const dropped: ReadonlySet<string> = new Set(['helm', 'kustomize', 'directory']);

function isZero(value: Json): boolean {
  if (value === null || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.values(value).every(isZero);
}

/** Only gives its files to other sources. */
export function rendersNothing({ path, chart }: Source, multiple: boolean): boolean {
  return multiple && path === '' && chart === '';
}

export function recurses({ raw }: Source): boolean {
  return flagAt(raw, 'directory', 'recurse');
}
