/** The record of a release that stands. */
import type { HelmRecord } from '../../../../src/reconciler/helm-record.ts';

export const record: HelmRecord = {
  name: 'web',
  namespace: 'flux-system',
  version: 3,
  status: 'deployed',
  applyMethod: 'ssa',
  chartName: 'web',
  chartVersion: '1.2.3',
  config: {},
  manifest: [],
  hooks: [],
};
