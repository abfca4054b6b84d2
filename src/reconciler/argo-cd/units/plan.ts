/** A unit on one side -> how its sources are rendered, or the exact reason why they cannot be. */
import type { Gap, GapKind } from '../../../object/gap.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import { words } from '../../../object/masked.ts';
import type { Tree } from '../../../source/tree.ts';
import type { RenderPlan } from '../../render-plan.ts';
import type { Unit } from '../../unit.ts';
import { planDirectory } from './directory-plan.ts';
import { textAt } from '../../../object/fields.ts';
import { planHelm } from './helm-plan.ts';
import type { Planned } from './helm-plan.ts';
import { planKustomize } from './kustomize-plan.ts';
import { shownElsewhere } from './remote-source.ts';
import { sourceRenders } from './rendering-of.ts';
import type { SourceRender } from './rendering-of.ts';
import { maskOf } from './unit-mask.ts';

type Part = Planned | { readonly kind: 'gap'; readonly gap: GapKind; readonly why: Masked };

export async function renderPlan(unit: Unit, tree: Tree): Promise<RenderPlan | Gap> {
  const parts: RenderPlan[] = [];
  for (const render of await sourceRenders(unit, tree)) {
    const part = partOf(render, unit);
    if (part.kind !== 'plan') {
      const kind = part.kind === 'gap' ? part.gap : 'source-unreadable';
      return { kind, unit: unit.id, object: undefined, why: part.why };
    }
    parts.push(part.plan);
  }
  const [first, ...more] = parts;
  if (first === undefined) {
    const why = words`it has no source that renders anything`;
    return { kind: 'source-unreadable', unit: unit.id, object: undefined, why };
  }
  return more.length === 0 ? first : { kind: 'sources', parts };
}

function partOf(render: SourceRender, unit: Unit): Part {
  const { picked, where, found, source } = render;
  const mask = maskOf(unit);
  const refused = refusalOf(render, mask);
  if (refused !== undefined) return { kind: 'unseen', why: refused };
  const tool = picked.kind === 'tool' ? picked.tool : 'directory';
  if (tool === 'plugin') return { kind: 'gap', gap: 'plugin-unknown', why: pluginWords(render, unit) };
  if (where === 'nowhere' || (where !== 'own' && tool !== 'helm')) {
    return { kind: 'gap', gap: 'remote-not-allowed', why: shownElsewhere(source, mask) };
  }
  if (found?.kind === 'outside') {
    const why = words`its path ${mask.text(source.path)} leaves the repository, or leads into a submodule`;
    return { kind: 'unseen', why };
  }
  return plans[tool](render);
}

const plans = { helm: planHelm, kustomize: planKustomize, directory: planDirectory } as const;

/** Why Argo CD renders nothing, whatever the source holds. */
function refusalOf({ picked, broken, forbiddenLinks }: SourceRender, mask: Mask): Masked | undefined {
  const [link] = forbiddenLinks;
  if (link !== undefined) {
    return words`the link ${mask.text(link)} leads out of the repository: Argo CD renders nothing of it`;
  }
  if (broken !== undefined) {
    return words`the file ${mask.text(broken)} cannot be read: Argo CD renders nothing`;
  }
  if (picked.kind !== 'ambiguous') return undefined;
  const names = mask.text(picked.tools.join(', '));
  return words`it has options of ${picked.tools.length} tools at once (${names}): Argo CD renders nothing`;
}

function pluginWords({ source }: SourceRender, unit: Unit): Masked {
  const name = textAt(source.raw, 'plugin', 'name');
  if (name === '') return words`its source is rendered by whichever plugin of its Argo CD takes it`;
  return words`its source is rendered by the plugin ${maskOf(unit).text(name)}`;
}
