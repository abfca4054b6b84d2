/** What is asked of render/: one unit on one side. */
import type { Closure, RenderPlan } from '../reconciler/contract.ts';
import type { Tree } from '../source/tree.ts';
import type { Capabilities } from './capabilities.ts';

export interface RenderRequest {
  /** The unit's id. */
  readonly unit: string;
  readonly plan: RenderPlan;
  readonly closure: Closure;
  readonly tree: Tree;
  /** Undefined when no cluster answers: then Helm's own defaults count. */
  readonly capabilities: Capabilities | undefined;
}
