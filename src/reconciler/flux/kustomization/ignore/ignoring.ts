/** A unit -> how its controller is told to leave one field of an object alone. */
import { words, type Masked } from '../../../../object/masked.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit } from '../../flux-unit.ts';
import { isAtLeast } from '../../units/version.ts';

/** Undefined before 1.9, which knows nothing of the kind. */
export function ignoring(unit: Unit): Masked | undefined {
  const { kustomize } = kustomizationUnit(unit).installation.versions;
  return isAtLeast(kustomize, 'kustomize', { major: 1, minor: 9 }) ? entry : undefined;
}

const entry = words`an entry for it under \`spec.ignore\` of the Kustomization`;
