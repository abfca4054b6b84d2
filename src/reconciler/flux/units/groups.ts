/** The API groups of Flux, and the kinds of them that say which units there are. */
import { groupVersionOf } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

export const kustomizeGroup = 'kustomize.toolkit.fluxcd.io';
export const helmGroup = 'helm.toolkit.fluxcd.io';
export const sourceGroup = 'source.toolkit.fluxcd.io';
export const imageGroup = 'image.toolkit.fluxcd.io';
export const notificationGroup = 'notification.toolkit.fluxcd.io';

export const sourceKinds = [
  'GitRepository',
  'OCIRepository',
  'HelmRepository',
  'HelmChart',
  'Bucket',
  'ExternalArtifact',
] as const;

export const imageKinds = ['ImageRepository', 'ImagePolicy', 'ImageUpdateAutomation'] as const;

const groups: ReadonlyMap<string, string> = new Map([
  ['Kustomization', kustomizeGroup],
  ['HelmRelease', helmGroup],
  ...sourceKinds.map((kind) => [kind, sourceGroup] as const),
  ...imageKinds.map((kind) => [kind, imageGroup] as const),
  ['Receiver', notificationGroup],
]);

/** Of any version; a Kustomization of Kustomize is none. */
export function isFlux({ apiVersion, kind }: KubeObject): boolean {
  const group = groups.get(kind);
  return group !== undefined && groupVersionOf(apiVersion).group === group;
}

export function isFluxKind(object: KubeObject, kind: string): boolean {
  return object.kind === kind && isFlux(object);
}

export type UnitKind = 'Kustomization' | 'HelmRelease';

export function unitKindOf(object: KubeObject): UnitKind | undefined {
  const { kind } = object;
  return (kind === 'Kustomization' || kind === 'HelmRelease') && isFlux(object) ? kind : undefined;
}

/** ConfigMaps and Secrets, from which units take values. */
export function isValues({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && (kind === 'ConfigMap' || kind === 'Secret');
}
