/** A HelmRelease on one side -> how helm-controller renders it, or why it does not (facts/reconcilers.md §4a). */
import { flagAt, objectAt } from '../../../object/fields.ts';
import type { Gap } from '../../../object/gap.ts';
import type { JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Mask } from '../../../object/masked.ts';
import { remoteKey } from '../../../source/remote.ts';
import type { Tree } from '../../../source/tree.ts';
import type { RenderPlan } from '../../render-plan.ts';
import type { Unit } from '../../unit.ts';
import { hiddenPaths } from '../artifact/artifact.ts';
import { helmReleaseUnit } from '../flux-unit.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { closure, remoteOf } from './closure.ts';
import { noteValues } from './given-values.ts';
import { chartOf } from './known-chart.ts';
import { inside, locatedChart } from './located-chart.ts';
import type { LocatedChart } from './located-chart.ts';
import { stepsFor } from './post-renderers.ts';
import { releaseActionOf } from './release-action.ts';
import type { ReleaseAction } from './release-action.ts';
import { valuesFor } from './values.ts';
import type { Values } from './values.ts';
import { versionMetadataOf } from './version-metadata.ts';

type HelmPlan = Extract<RenderPlan, { readonly kind: 'helm' }>;
type KnownValues = Extract<Values, { readonly kind: 'values' }>;

/** Throws SourceError. */
export async function renderPlan(unit: Unit, tree: Tree, mask: Mask): Promise<RenderPlan | Gap> {
  const settings = helmReleaseUnit(unit);
  if (settings.source.kind === 'unseen') {
    const why = words`it cannot be rendered: ${mask.text(settings.source.why)}`;
    return { kind: 'source-unreadable', unit: unit.id, object: undefined, why };
  }
  const located = await locatedChart(settings, tree);
  const missing = located === undefined ? undefined : missingIn(located, settings);
  const values = valuesFor(settings);
  if (missing !== undefined) return stopped(unit, missing);
  if (values.kind === 'failed') return stopped(unit, values.message);
  const all = await closure(unit, tree);
  const hidden = located === undefined ? [] : hiddenPaths(located.artifact, all);
  return planOf(unit, values, hidden);
}

function stopped(unit: Unit, message: string): RenderPlan {
  return { kind: 'stopped', message, place: unit.declaration.place };
}

function planOf(unit: Unit, values: KnownValues, hidden: readonly string[]): RenderPlan {
  const settings = helmReleaseUnit(unit);
  const action = releaseActionOf(settings, chartOf(unit).name);
  const given = valuesGiven(settings, action, values.values);
  const plan: HelmPlan = {
    kind: 'helm',
    ...chartFor(settings),
    ...releaseOf(settings, action),
    values: JSON.stringify(given.values),
    ...(hidden.length === 0 ? {} : { hidden }),
  };
  noteValues(unit, plan);
  const doubts = [...values.doubts, ...given.doubts];
  const steps = stepsFor(settings);
  return { kind: 'processed', plan, steps, ...(doubts.length === 0 ? {} : { doubts }) };
}

/** As source-controller says it. */
function missingIn(
  { view, path, valuesFiles, artifact }: LocatedChart,
  { chart }: HelmReleaseUnit,
): string | undefined {
  if (view.find(path).kind === 'missing') {
    return `no chart found: ${path} is not in the artifact; no release is made`;
  }
  if (chart.ignoreMissingValuesFiles) return undefined;
  const missing = valuesFiles.find((file) => !artifact.tree.entries.has(file));
  return missing === undefined ? undefined : `no values file found at path '${missing}'`;
}

/** Values files of a chart from a repository of charts stand in the chart, all others in the source. */
function chartFor(
  settings: HelmReleaseUnit,
): Pick<HelmPlan, 'chart' | 'valuesFiles' | 'chartValues' | 'versionMetadata'> {
  const { source, chartPath, chart } = settings;
  const remote = remoteOf(source);
  const key = remote === undefined ? {} : { remote: remoteKey(remote) };
  const path = remote?.kind === 'chart' ? '.' : inside(chartPath);
  const files = chart.valuesFiles.map((file) => ({ ...key, path: inside(file) }));
  const metadata = versionMetadataOf(settings);
  return {
    chart: { ...key, path },
    valuesFiles: [],
    ...(files.length === 0 ? {} : { chartValues: { files, ignoreMissing: chart.ignoreMissingValuesFiles } }),
    ...(metadata === undefined ? {} : { versionMetadata: metadata }),
  };
}

function releaseOf(
  { declared: { spec } }: HelmReleaseUnit,
  { kind, target, major }: ReleaseAction,
): Pick<HelmPlan, 'release' | 'namespace' | 'isUpgrade' | 'skipSchemaValidation' | 'major'> {
  const isUpgrade = kind === 'upgrade';
  const skips = flagAt(spec, isUpgrade ? 'upgrade' : 'install', 'disableSchemaValidation');
  const { release, namespace } = target;
  return { release, namespace, isUpgrade, major, ...(skips ? { skipSchemaValidation: true } : {}) };
}

interface GivenValues {
  readonly values: JsonObject;
  readonly doubts: readonly string[];
}

/** `preserveValues`: what the release was given before stays below, and the chart's defaults of then with it. */
function valuesGiven(
  { declared: { spec } }: HelmReleaseUnit,
  action: ReleaseAction,
  values: JsonObject,
): GivenValues {
  if (action.kind !== 'upgrade' || !flagAt(spec, 'upgrade', 'preserveValues')) return { values, doubts: [] };
  const why =
    'it keeps all values of the release before (preserveValues), of which the defaults of its chart are not on record';
  return { values: over(action.from.config, values), doubts: [why] };
}

function over(below: JsonObject, above: JsonObject): JsonObject {
  const all: Record<string, JsonObject[string]> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const old = objectAt(below, key);
    const isBoth = Object.keys(old).length > 0 && Object.keys(objectAt(above, key)).length > 0;
    all[key] = isBoth ? over(old, objectAt(above, key)) : value;
  }
  return all;
}
