/** What is asked of render/: one unit on one side. */
import type { RenderPlan } from '../reconciler/render-plan.ts';
import type { Closure } from '../reconciler/unit.ts';
import type { Tree } from '../source/tree.ts';
import type { Capabilities } from './capabilities.ts';

/** What was fetched for a remote. */
export interface FetchedTree {
  readonly tree: Tree;
  /** Of the artifact, `sha256:…`. */
  readonly digest: string;
  /** As resolved. */
  readonly version: string;
}

export interface RenderRequest {
  /** The unit's id. */
  readonly unit: string;
  readonly plan: RenderPlan;
  readonly closure: Closure;
  readonly tree: Tree;
  /** By `remoteKey`; one of the closure that is not in here makes the render a gap. */
  readonly remotes: ReadonlyMap<string, FetchedTree>;
  /** Undefined when no cluster answers: then Helm's own defaults count. */
  readonly capabilities: Capabilities | undefined;
}
