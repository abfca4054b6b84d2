/** A tree -> the objects of Flux in its plain YAML, with the places where they stand. */
import { isJsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { documentReader } from '../../documents-in-tree.ts';
import { isFlux } from './groups.ts';

/** Throws SourceError. */
export const documentsIn = documentReader({ words: ['toolkit.fluxcd.io/'], isDeclaration });

/** What names a kind but lacks what makes one is a patch, or broken. */
export function isDeclaration(object: KubeObject): boolean {
  if (!isFlux(object) || object.metadata.name === '') return false;
  const spec = object['spec'];
  if (!isJsonObject(spec)) return false;
  if (object.kind === 'Kustomization') return isJsonObject(spec['sourceRef']);
  if (object.kind === 'HelmRelease') return isJsonObject(spec['chart']) || isJsonObject(spec['chartRef']);
  return true;
}
