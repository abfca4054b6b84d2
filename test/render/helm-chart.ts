/** A chart in a repository and how it is rendered, with what one suite is about said and the rest filled in. */
import type { Files } from './tree.ts';

export function plan(
  major: 3 | 4,
  changes: Partial<{ release: string; namespace: string; valuesFiles: readonly string[] }> = {},
) {
  return {
    kind: 'helm',
    chart: 'charts/shop',
    release: 'shop',
    namespace: 'web',
    valuesFiles: [],
    major,
    ...changes,
  } as const;
}

export const chartYaml = 'apiVersion: v2\nname: my-shop\nversion: 0.1.0\n';

export function chart(templates: Readonly<Record<string, string>>, more: Files = {}): Files {
  const files = Object.entries(templates).map(
    ([name, text]) => [`charts/shop/templates/${name}`, text] as const,
  );
  return { 'charts/shop/Chart.yaml': chartYaml, ...Object.fromEntries(files), ...more };
}
