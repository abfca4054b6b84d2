/** Plans of the contract -> the same, with every path as it stands in the one tree that a render sees. */
import type { HelmParameter, RenderPlan, SourcePath } from '../reconciler/render-plan.ts';
import type { PathOf } from './remote-mounts.ts';
import { singlePlans, type SinglePlan } from './single-plan.ts';

type OfKind<Kind> = Extract<RenderPlan, { readonly kind: Kind }>;

export type KustomizePlan = Omit<OfKind<'kustomize'>, 'remote'>;
export type DirectoryPlan = Omit<OfKind<'directory'>, 'remote'>;
export interface HelmPlan extends Omit<OfKind<'helm'>, 'chart' | 'valuesFiles' | 'chartValues'> {
  readonly chart: string;
  readonly chartValues?: { readonly files: readonly string[]; readonly ignoreMissing: boolean };
  readonly valuesFiles: readonly string[];
}

export type PlacedPlan = KustomizePlan | DirectoryPlan | HelmPlan;

/** Undefined where a path leads nowhere: out of its tree, or into a remote that is not there. */
export function placedPlans(plan: RenderPlan, pathOf: PathOf): readonly PlacedPlan[] | undefined {
  const placed = singlePlans(plan).map((part) => placedPlan(part, pathOf));
  const present = placed.filter((part) => part !== undefined);
  return present.length === placed.length ? present : undefined;
}

/** The repository's own paths: what is in a remote has no place there. */
export function ownPath({ remote, path }: SourcePath): string | undefined {
  return remote === undefined ? path : undefined;
}

function placedPlan(plan: SinglePlan, pathOf: PathOf): PlacedPlan | undefined {
  return plan.kind === 'helm' ? placedHelm(plan, pathOf) : placedDirectory(plan, pathOf);
}

function placedDirectory(
  { remote, ...plan }: OfKind<'kustomize'> | OfKind<'directory'>,
  pathOf: PathOf,
): PlacedPlan | undefined {
  const within = (path: string): string | undefined =>
    pathOf({ path, ...(remote === undefined ? {} : { remote }) });
  const path = within(plan.path);
  if (path === undefined) return undefined;
  if (plan.kind === 'kustomize' || plan.jsonnet === undefined) return { ...plan, path };
  const libs = all(plan.jsonnet.libs.map(within));
  return libs === undefined ? undefined : { ...plan, path, jsonnet: { ...plan.jsonnet, libs } };
}

function placedHelm(plan: OfKind<'helm'>, pathOf: PathOf): HelmPlan | undefined {
  const chart = pathOf(plan.chart);
  const valuesFiles = all(plan.valuesFiles.map(pathOf));
  const parameters = all((plan.parameters ?? []).map((one) => placedParameter(one, plan.chart, pathOf)));
  const { chartValues, ...rest } = plan;
  const files = all((chartValues?.files ?? []).map(pathOf));
  if (chart === undefined || valuesFiles === undefined || parameters === undefined || files === undefined) {
    return undefined;
  }
  return {
    ...rest,
    chart,
    valuesFiles,
    parameters,
    ...(chartValues === undefined ? {} : { chartValues: { ...chartValues, files } }),
  };
}

function placedParameter(
  parameter: HelmParameter,
  chart: SourcePath,
  pathOf: PathOf,
): HelmParameter | undefined {
  if (parameter.as !== 'file') return parameter;
  const value = pathOf({ ...chart, path: parameter.value });
  return value === undefined ? undefined : { ...parameter, value };
}

function all<Value>(values: readonly (Value | undefined)[]): readonly Value[] | undefined {
  const present = values.filter((value) => value !== undefined);
  return present.length === values.length ? present : undefined;
}
