/** What Flux must answer about units of one of its two kinds. */
import type { Reconciler } from '../contract.ts';

export type FluxKind = Pick<
  Reconciler,
  | 'closure'
  | 'declares'
  | 'renderPlan'
  | 'finish'
  | 'looksAt'
  | 'attempts'
  | 'course'
  | 'applied'
  | 'lastSync'
  | 'consumed'
  | 'inventory'
  | 'prune'
  | 'newlyHidden'
  | 'ignoring'
  | 'notes'
  | 'claims'
  | 'identity'
  | 'applies'
>;
