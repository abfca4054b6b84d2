/** Files of both sides and a plan -> what the rules find between the real renders, each with its places. */
import { compareRendered } from '../../src/diff/compare-rendered.ts';
import type { Declared } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import type { RenderPlan } from '../../src/reconciler/render-plan.ts';
import type { Sided } from '../../src/reconciler/pairs.ts';
import { plain } from '../../src/reconciler/plain/plain.ts';
import type { Renderers } from '../../src/render/render-unit.ts';
import { locate } from '../../src/review/locate.ts';
import { assess } from '../../src/risk/assess.ts';
import { unit } from '../diff/objects.ts';
import { succeeded } from '../render/rendered.ts';
import { treeOf } from '../render/tree.ts';
import { noFacts, subject } from '../risk/subjects.ts';

export type Texts = Readonly<Record<string, string>>;

export interface Change {
  readonly plan: RenderPlan;
  readonly base: Texts;
  /** What differs from base; empty text is a file that is gone. */
  readonly head: Texts;
}

/** As `rule Kind/name file:line, file:line`. */
export async function located(
  renderers: Renderers,
  { plan, base, head }: Change,
): Promise<readonly string[]> {
  const after = Object.fromEntries(Object.entries({ ...base, ...head }).filter(([, text]) => text !== ''));
  const sides = { base: await renders(renderers, plan, base), head: await renders(renderers, plan, after) };
  const comparisons = compareRendered({ unit: 'apps/shop', ...sides, mask: createMask() });
  const trees = { baseTree: treeOf(base), headTree: treeOf(after) };
  const sided = (tree: Sided['tree']): Sided => ({
    unit: unit('apps/shop'),
    reconciler: { ...plain, renderPlan: async () => Promise.resolve(plan) },
    tree,
    closure: { paths: ['./'], remotes: [], unknown: [] },
  });
  const pair = { id: 'apps/shop', base: sided(trees.baseTree), head: sided(trees.headTree) };
  const { placesOf } = await locate([{ pair, ...sides, comparisons }], trees);
  const findings = assess(subject(comparisons), noFacts, { settings: {}, key: { kind: 'public' }, placesOf });
  return findings.map(({ rule, objects, places }) => {
    const names = objects.map(({ kind, name }) => `${kind}/${name}`).join();
    const at = places.map(({ file, line, side }) => `${file}:${String(line)}${side ? ` (${side})` : ''}`);
    return `${rule} ${names} ${at.join(', ')}`;
  });
}

async function renders(renderers: Renderers, plan: RenderPlan, files: Texts): Promise<readonly Declared[]> {
  return (await succeeded(renderers, { files, plan })).declared;
}
