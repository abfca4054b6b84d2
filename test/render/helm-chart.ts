/** A chart in a repository and how it is rendered, with what one suite is about said and the rest filled in. */
import type { RenderPlan } from '../../src/reconciler/render-plan.ts';
import type { Files } from './tree.ts';

type HelmPlan = Extract<RenderPlan, { readonly kind: 'helm' }>;

/** `valuesFiles`: paths of the repository. */
type Changes = Partial<Omit<HelmPlan, 'valuesFiles'> & { readonly valuesFiles: readonly string[] }>;

export function plan(major: 3 | 4, { valuesFiles = [], ...changes }: Changes = {}): HelmPlan {
  return {
    kind: 'helm',
    chart: { path: 'charts/shop' },
    release: 'shop',
    namespace: 'web',
    valuesFiles: valuesFiles.map((path) => ({ path })),
    skipTests: true,
    major,
    ...changes,
  };
}

export const chartYaml = 'apiVersion: v2\nname: my-shop\nversion: 0.1.0\n';

export function chart(templates: Readonly<Record<string, string>>, more: Files = {}): Files {
  const files = Object.entries(templates).map(
    ([name, text]) => [`charts/shop/templates/${name}`, text] as const,
  );
  return { 'charts/shop/Chart.yaml': chartYaml, ...Object.fromEntries(files), ...more };
}
