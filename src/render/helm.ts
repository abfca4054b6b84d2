import type { RenderPlan } from '../reconciler/contract.ts';
import type { Capabilities } from './capabilities.ts';
import type { ProgramSource } from './program-source.ts';
import { unseen, type Rendering } from './rendering.ts';
export type HelmPlan = Extract<RenderPlan, { readonly kind: 'helm' }>;
export async function renderHelm(
  _plan: HelmPlan,
  _source: ProgramSource & { readonly capabilities: Capabilities | undefined },
): Promise<Rendering> {
  return Promise.resolve({ kind: 'gap', unseen: unseen('plugin-unknown', 'later') });
}
