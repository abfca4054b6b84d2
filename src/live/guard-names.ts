/** The names by which the guard is found in a cluster; `proofline cluster add` makes these objects. */
import type { ObjectPath } from './cluster.ts';

export const guardPolicyName = 'proofline-dry-run-only';

/** The throw-away ConfigMap that the probe patches with nothing. */
export const probed: ObjectPath = {
  group: '',
  version: 'v1',
  namespace: 'proofline',
  resource: 'configmaps',
  name: 'proofline-guard-probe',
};
