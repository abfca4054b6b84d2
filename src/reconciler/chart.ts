/** Chart.yaml (and a version 1 chart's requirements.yaml) -> the chart's name, its type and what it depends on. */
import { at, isJsonArray, isJsonObject } from '../object/json.ts';
import type { Json } from '../object/json.ts';
import type { Place } from '../object/place.ts';
import { linesIn, readValues } from '../object/yaml.ts';

export const chartFile = 'Chart.yaml';
export const requirementsFile = 'requirements.yaml';

export interface ChartDependency {
  readonly name: string;
  readonly version: string | undefined;
  /** A URL, `file://` and a path, `@` and the name of a repository, or empty. */
  readonly repository: string;
  readonly place: Place;
}

export interface Chart {
  readonly place: Place;
  /** What it depends on is not known when it is broken. */
  readonly broken: boolean;
  readonly name: string | undefined;
  readonly library: boolean;
  readonly dependencies: readonly ChartDependency[];
}

export function readChart(
  file: string,
  content: Buffer | undefined,
  requirements: Buffer | undefined,
): Chart {
  const place = { file, line: 1 };
  const [document] = content === undefined ? [] : readValues(file, content);
  if (document?.kind !== 'other' || !isJsonObject(document.value)) {
    return { place, broken: true, name: undefined, library: false, dependencies: [] };
  }
  const dependencies = [
    dependenciesIn(file, content),
    dependenciesIn(file.replace(chartFile, requirementsFile), requirements),
  ];
  return {
    place,
    broken: dependencies.includes(undefined),
    name: textOf(document.value['name']),
    library: document.value['type'] === 'library',
    dependencies: dependencies.flatMap((each) => each ?? []),
  };
}

/** Undefined when they cannot be read. */
function dependenciesIn(file: string, content: Buffer | undefined): readonly ChartDependency[] | undefined {
  const [document] = content === undefined ? [] : readValues(file, content);
  if (document === undefined) return [];
  if (document.kind === 'problem') return undefined;
  const listed = at(document.value, 'dependencies');
  if (listed === undefined || listed === null) return [];
  if (!isJsonArray(listed)) return undefined;
  const lineOf = linesIn(document);
  return listed.map((dependency, index) => ({
    name: textOf(at(dependency, 'name')) ?? '',
    version: textOf(at(dependency, 'version')),
    repository: textOf(at(dependency, 'repository')) ?? '',
    place: { file, line: lineOf(['dependencies', index]) },
  }));
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
