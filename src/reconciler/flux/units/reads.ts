/** An installation of Flux -> the objects of its home cluster that say which units there are and how it works. */
import type { InstallationConfig } from '../../../config/operator.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { HomeRead } from '../../declarations.ts';
import type { FluxMeans } from '../flux.ts';

export const kustomizeGroup = 'kustomize.toolkit.fluxcd.io';
export const helmGroup = 'helm.toolkit.fluxcd.io';
export const sourceGroup = 'source.toolkit.fluxcd.io';

const sourceKinds = [
  'GitRepository',
  'OCIRepository',
  'HelmRepository',
  'HelmChart',
  'Bucket',
  'ExternalArtifact',
] as const;

export function reads(
  { namespace }: InstallationConfig,
  _seen: readonly KubeObject[],
  _means: FluxMeans,
): readonly HomeRead[] {
  return [
    { group: kustomizeGroup, kind: 'Kustomization', namespace: undefined },
    { group: helmGroup, kind: 'HelmRelease', namespace: undefined },
    ...sourceKinds.map((kind) => ({ group: sourceGroup, kind, namespace: undefined })),
    { group: 'apps', kind: 'Deployment', namespace },
  ];
}
