/** A Helm plan of the contract -> one whose chart and values files are paths of the one tree that a render sees. */
import type { RenderPlan, SourcePath } from '../reconciler/contract.ts';

export type ContractHelmPlan = Extract<RenderPlan, { readonly kind: 'helm' }>;

export interface HelmPlan extends Omit<ContractHelmPlan, 'chart' | 'valuesFiles'> {
  readonly chart: string;
  readonly valuesFiles: readonly string[];
}

/** `pathOf` says where a path stands in that tree; undefined where its remote is not there. */
export function placedPlan(
  plan: ContractHelmPlan,
  pathOf: (source: SourcePath) => string | undefined,
): HelmPlan | undefined {
  const chart = pathOf(plan.chart);
  const valuesFiles = plan.valuesFiles.map(pathOf).filter((path) => path !== undefined);
  if (chart === undefined || valuesFiles.length < plan.valuesFiles.length) return undefined;
  return { ...plan, chart, valuesFiles };
}

/** The repository's own paths: what is in a remote has no place there. */
export function ownPath({ remote, path }: SourcePath): string | undefined {
  return remote === undefined ? path : undefined;
}
