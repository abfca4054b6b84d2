/** A kustomization file -> everything that it refers to, by the way in which kustomize follows it. */
import { at, isJsonArray, isJsonObject } from '../object/json.ts';
import type { Json, JsonObject } from '../object/json.ts';
import type { Place } from '../object/place.ts';
import { linesIn, readValues } from '../object/yaml.ts';

export const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

export interface Reference {
  readonly text: string;
  readonly place: Place;
}

export interface InflatedChart {
  readonly name: string;
  readonly version: string | undefined;
  /** Empty for a chart that is in the chart home. */
  readonly repository: string;
  readonly place: Place;
}

export interface Kustomization {
  readonly place: Place;
  /** Its references are then guessed from its text, so that what it includes is still known as included. */
  readonly broken: boolean;
  readonly component: boolean;
  /** `resources`, `bases`, `components`: a file, a directory or a URL. */
  readonly entries: readonly Reference[];
  /** Files that are read as they are. */
  readonly files: readonly Reference[];
  /** `generators`, `transformers`, `validators`: a file, a directory or YAML. */
  readonly plugins: readonly Reference[];
  readonly charts: readonly InflatedChart[];
  /** Relative to the kustomization. */
  readonly chartHome: string;
}

/** Undefined for another kind of object in a file of that name, such as a Flux Kustomization. */
export function readKustomization(file: string, content: Buffer | undefined): Kustomization | undefined {
  const place = { file, line: 1 };
  const [document] = content === undefined ? [] : readValues(file, content);
  if (document?.kind !== 'other' || !isJsonObject(document.value)) {
    return guessed(place, content?.toString('utf8') ?? '');
  }
  const { value } = document;
  if (isOther(value['apiVersion'])) return undefined;
  const lineOf = linesIn(document);
  return readFields({ value, place: (...keys) => ({ file, line: lineOf(keys) }) }, place);
}

function isOther(apiVersion: Json | undefined): boolean {
  return typeof apiVersion === 'string' && !/^(?:kustomize\.config\.k8s\.io\/|$)/.test(apiVersion);
}

function readFields(read: Reading, place: Place): Kustomization {
  const chartHome = textAt(read.value['helmGlobals'] ?? null, 'chartHome') ?? '';
  return {
    place,
    broken: false,
    component: read.value['kind'] === 'Component',
    entries: ['resources', 'bases', 'components'].flatMap((field) => texts(read, field)),
    files: filesOf(read),
    plugins: ['generators', 'transformers', 'validators'].flatMap((field) => texts(read, field)),
    charts: chartsOf(read),
    chartHome: chartHome === '' ? 'charts' : chartHome,
  };
}

type LookUp = (...keys: readonly (string | number)[]) => Place;

interface Reading {
  readonly value: JsonObject;
  readonly place: LookUp;
}

function guessed(place: Place, text: string): Kustomization {
  const items = text.matchAll(/^[ \t]*-[ \t]+["']?([^\s"'#]+)/gm);
  const entries = [...items].map(([, item = '']) => ({ text: item, place }));
  return {
    place,
    broken: true,
    component: false,
    entries,
    files: [],
    plugins: [],
    charts: [],
    chartHome: 'charts',
  };
}

function filesOf(read: Reading): readonly Reference[] {
  return [
    ...texts(read, 'crds'),
    ...texts(read, 'configurations'),
    ...texts(read, 'patchesStrategicMerge').filter(({ text }) => !text.includes('\n')),
    ...['patches', 'patchesJson6902', 'replacements'].flatMap((field) => members(read, field, 'path')),
    ...one(read, ['openapi', 'path']),
    ...['configMapGenerator', 'secretGenerator'].flatMap((field) => generated(read, field)),
    ...members(read, 'helmCharts', 'valuesFile'),
    ...members(read, 'helmCharts', 'additionalValuesFiles'),
    ...members(read, 'helmChartInflationGenerator', 'values'),
  ];
}

/** `files` may be `key=path`; a file without `=` gives its name to the key. */
function generated(read: Reading, field: string): readonly Reference[] {
  const files = members(read, field, 'files').map(({ text, place }) => ({
    text: text.slice(text.indexOf('=') + 1),
    place,
  }));
  return [...files, ...members(read, field, 'envs'), ...members(read, field, 'env')];
}

function chartsOf(read: Reading): readonly InflatedChart[] {
  const current = chartsIn(read, 'helmCharts', { name: 'name', version: 'version', repository: 'repo' });
  const deprecated = { name: 'chartName', version: 'chartVersion', repository: 'chartRepoUrl' };
  return [...current, ...chartsIn(read, 'helmChartInflationGenerator', deprecated)];
}

interface ChartFields {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
}

function chartsIn(read: Reading, field: string, fields: ChartFields): readonly InflatedChart[] {
  return listOf(read.value[field]).map((chart, index) => ({
    name: textAt(chart, fields.name) ?? '',
    version: textAt(chart, fields.version),
    repository: textAt(chart, fields.repository) ?? '',
    place: read.place(field, index),
  }));
}

function texts(read: Reading, field: string): readonly Reference[] {
  return listOf(read.value[field]).flatMap((item, index) =>
    typeof item === 'string' ? [{ text: item, place: read.place(field, index) }] : [],
  );
}

/** The texts at one key of each item of a list; the key may hold a text or a list of them. */
function members(read: Reading, field: string, key: string): readonly Reference[] {
  return listOf(read.value[field]).flatMap((item, index) => {
    const value = at(item, key);
    const found = isJsonArray(value) ? value : [value];
    return found.flatMap((text) =>
      typeof text === 'string' ? [{ text, place: read.place(field, index, key) }] : [],
    );
  });
}

function one(read: Reading, keys: readonly string[]): readonly Reference[] {
  const text = at(read.value, ...keys);
  return typeof text === 'string' ? [{ text, place: read.place(...keys) }] : [];
}

function textAt(value: Json, key: string): string | undefined {
  const text = at(value, key);
  return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}
