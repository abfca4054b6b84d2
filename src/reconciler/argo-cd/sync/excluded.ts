/** A kind on one cluster -> whether Argo CD looks away from it: not compared, not applied, not pruned (util/settings/resources_filter.go). */
import { groupVersionOf } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { compileGlob } from '../../gobwas-glob.ts';
import type { ArgoUnit } from '../application.ts';

type Filter = ArgoUnit['installation']['exclusions'][number];

/** Whatever the settings say. */
const builtIn: readonly Filter[] = [
  { apiGroups: ['events.k8s.io', 'metrics.k8s.io'], kinds: [], clusters: [] },
  { apiGroups: [''], kinds: ['Event'], clusters: [] },
  { apiGroups: ['coordination.k8s.io'], kinds: ['Lease'], clusters: [] },
];

export function isExcluded({ installation, destination }: ArgoUnit, object: KubeObject): boolean {
  const { group } = groupVersionOf(object.apiVersion);
  const server = destination?.server ?? '';
  const isIn = (filter: Filter): boolean =>
    isOneOf(filter.apiGroups, group) &&
    (filter.kinds.length === 0 || filter.kinds.some((kind) => kind === '*' || kind === object.kind)) &&
    isOneOf(filter.clusters, server);
  if ([...builtIn, ...installation.exclusions].some(isIn)) return true;
  if (installation.inclusions.some(isIn)) return false;
  return installation.inclusions.some(({ clusters }) => isOneOf(clusters, server));
}

/** An empty list is for all. */
function isOneOf(globs: readonly string[], text: string): boolean {
  return globs.length === 0 || globs.some((glob) => compileGlob(glob)?.matches(text) ?? false);
}
