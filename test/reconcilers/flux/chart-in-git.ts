/** Files and a version -> a chart `shop` in the story's repository; and how a HelmRelease names it. */
import type { Files } from '../files.ts';

export function chartInGit(files: Files, version = '1.0.0'): Files {
  const all = { 'Chart.yaml': `apiVersion: v2\nname: shop\nversion: ${version}\n`, ...files };
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [`charts/shop/${path}`, text]));
}

export const ofGit = {
  spec: { chart: './charts/shop', sourceRef: { kind: 'GitRepository', name: 'repository' } },
};
