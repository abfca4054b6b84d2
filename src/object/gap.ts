/** Something the review could not see, and why. */
import type { Identity } from './identity.ts';
import type { Masked } from './masked.ts';

export const gapKinds = [
  'cluster-unreachable',
  'cluster-forbidden',
  'cluster-timeout',
  'cluster-unguarded',
  'inventory-unreadable',
  'applied-unreadable',
  'webhook-without-dry-run',
  'remote-not-allowed',
  'remote-unreachable',
  'live-value-needed',
  'applier-unnamed',
  'plugin-unknown',
  'renderer-missing',
  'version-not-judged',
  'source-unreadable',
  'outside-units',
  'kind-unknown',
  'installation-unnamed',
  'no-cluster',
  'sops',
  'not-disclosed',
] as const;

/** With these the comparison is complete in its own terms: they are said, and count as nothing unseen. */
export function leavesNothingUnseen(kind: GapKind): boolean {
  return kind === 'no-cluster' || kind === 'installation-unnamed';
}

export type GapKind = (typeof gapKinds)[number];

export interface Gap {
  readonly kind: GapKind;
  /** The unit's id; undefined when it concerns the whole review. */
  readonly unit: string | undefined;
  readonly object: Identity | undefined;
  readonly why: Masked;
}
