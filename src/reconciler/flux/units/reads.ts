/** An installation of Flux -> the objects of its home cluster that say which units there are and how it works. */
import type { InstallationConfig } from '../../../config/operator.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { HomeRead } from '../../declarations.ts';
import type { FluxMeans } from '../flux.ts';
import {
  helmGroup,
  imageGroup,
  imageKinds,
  kustomizeGroup,
  notificationGroup,
  sourceGroup,
  sourceKinds,
} from './groups.ts';
import { referencesIn } from './references.ts';
import { recordReads } from './release-record.ts';

export { kustomizeGroup } from './groups.ts';

export function reads(
  { namespace, cluster }: InstallationConfig,
  seen: readonly KubeObject[],
  { clusters }: FluxMeans,
): readonly HomeRead[] {
  return [
    { group: kustomizeGroup, kind: 'Kustomization', namespace: undefined },
    { group: helmGroup, kind: 'HelmRelease', namespace: undefined },
    ...sourceKinds.map((kind) => ({ group: sourceGroup, kind, namespace: undefined })),
    ...imageKinds.map((kind) => ({ group: imageGroup, kind, namespace: undefined })),
    { group: notificationGroup, kind: 'Receiver', namespace: undefined },
    { group: 'apps', kind: 'Deployment', namespace },
    ...seen.flatMap(valueReads),
    ...seen.flatMap((object) => recordReads(object, { home: cluster, clusters })),
  ];
}

/** What a pull request alone names is not read: whoever writes one could look at any ConfigMap through a template. */
function valueReads(object: KubeObject): readonly HomeRead[] {
  return referencesIn(object).map(({ kind, namespace, name }) => ({
    group: '',
    kind,
    namespace,
    name,
    ...(kind === 'Secret' ? { secretKeyNames: true as const } : {}),
  }));
}
