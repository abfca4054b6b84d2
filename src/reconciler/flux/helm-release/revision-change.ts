/** A HelmRelease whose release stands -> whether its controller makes a new revision at all (internal/reconcile/state.go, DetermineReleaseState). */
import { isDeepStrictEqual } from 'node:util';
import { objectAt, textAt } from '../../../object/fields.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { isUnseen } from '../../../object/unseen-value.ts';
import type { HelmRecord } from '../../helm-record.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import type { KnownChart } from './known-chart.ts';

/** `changed`: what is compared first and differs. */
export type RevisionChange =
  | { readonly kind: 'made'; readonly changed: 'release' | 'chart' | 'values' | 'post-rendering' }
  | { readonly kind: 'none'; readonly version: string };

export interface Rendered {
  readonly chart: KnownChart;
  /** All that the chart is given, as one; undefined where some of it may not be seen. */
  readonly values: JsonObject | undefined;
  readonly objects: readonly KubeObject[];
}

export function revisionChangeOf(unit: HelmReleaseUnit, rendered: Rendered): RevisionChange {
  const { release, live } = unit;
  const [last] = live?.history ?? [];
  if (release === null || live === null || release.status !== 'deployed' || !isLast(release, last)) {
    return { kind: 'made', changed: 'release' };
  }
  if (!isSameChart(unit, release, rendered)) return { kind: 'made', changed: 'chart' };
  if (!hasSameValues(unit, release, rendered.values)) return { kind: 'made', changed: 'values' };
  const rest = ['postRenderers', 'commonMetadata'];
  const differs = rest.some((key) => !isDeepStrictEqual(unit.declared.spec[key], live.spec[key]));
  if (differs) return { kind: 'made', changed: 'post-rendering' };
  return { kind: 'none', version: release.chartVersion };
}

function isLast(release: HelmRecord, last: JsonObject | undefined): boolean {
  return last?.['version'] === release.version && textAt(last, 'name') === release.name;
}

function isSameChart(
  { source, chart: settings, live }: HelmReleaseUnit,
  release: HelmRecord,
  { chart, objects }: Rendered,
): boolean {
  if (chart.movesAlways || (chart.name !== undefined && chart.name !== release.chartName)) return false;
  // Each change of the HelmChart becomes part of the version, once it names files of values.
  if (settings.valuesFiles.length > 0 && !isDeepStrictEqual(objectAt(live?.spec, 'chart'), {})) {
    return isSameVersion(chart.version, release.chartVersion.split('+')[0] ?? '', objects);
  }
  // What comes as an artifact of its own carries that artifact's digest behind its version.
  const isArtifact = source.kind === 'chart' && source.object.startsWith('OCIRepository/');
  const recorded = isArtifact ? release.chartVersion.replace(/\+[0-9a-f]{12}$/u, '') : release.chartVersion;
  return isSameVersion(chart.version, recorded, objects);
}

/** A range is resolved only where the chart is fetched; most charts write what came of it on their objects. */
function isSameVersion(
  version: string | undefined,
  recorded: string,
  objects: readonly KubeObject[],
): boolean {
  if (version !== undefined) return version.replace(/^v/u, '') === recorded.replace(/^v/u, '');
  const labels = objects.flatMap((object) => textAt(object, 'metadata', 'labels', 'helm.sh/chart') || []);
  const ending = `-${recorded.replaceAll('+', '_')}`;
  return labels.some((label) => label.endsWith(ending));
}

/** Where a Secret may not be seen, the same references and the same values beside them count as unchanged. */
function hasSameValues(
  { declared, live, valuesFrom }: HelmReleaseUnit,
  release: HelmRecord,
  values: JsonObject | undefined,
): boolean {
  if (values !== undefined) return isSame(values, release.config);
  if (valuesFrom.some(({ kind, state }) => kind === 'ConfigMap' && state === 'seen')) return false;
  return ['values', 'valuesFrom'].every((key) => isDeepStrictEqual(declared.spec[key], live?.spec[key]));
}

/** A placeholder may stand for whatever was there. */
function isSame(value: Json, recorded: Json | undefined): boolean {
  if (isUnseen(value)) return recorded !== undefined;
  if (isJsonArray(value)) {
    const items = isJsonArray(recorded) && recorded.length === value.length ? recorded : undefined;
    return items !== undefined && value.every((item, index) => isSame(item, items[index]));
  }
  if (!isJsonObject(value)) return value === recorded;
  if (!isJsonObject(recorded) || Object.keys(recorded).length !== Object.keys(value).length) return false;
  return Object.entries(value).every(
    ([key, item]) => Object.hasOwn(recorded, key) && isSame(item, recorded[key]),
  );
}
