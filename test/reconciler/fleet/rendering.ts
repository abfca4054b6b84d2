/** A unit and the files of its repository -> what Fleet's agent would apply of it, and by which requests. */
import assert from 'node:assert/strict';
import { objectKey } from '../../../src/object/identity.ts';
import type { Declared, KubeObject } from '../../../src/object/kube-object.ts';
import { anyFields } from '../../../src/object/merge/patch-strategy.ts';
import type { PatchStrategies } from '../../../src/object/merge/patch-strategy.ts';
import type { Attempt } from '../../../src/reconciler/attempt.ts';
import type { RenderPlan } from '../../../src/reconciler/render-plan.ts';
import type { Unit } from '../../../src/reconciler/unit.ts';
import type { RenderRequest } from '../../../src/render/request.ts';
import { renderUnit } from '../../../src/render/render-unit.ts';
import type { Renderers } from '../../../src/render/render-unit.ts';
import { treeOf } from '../../render/tree.ts';
import type { Files } from '../../render/tree.ts';
import { reconciler } from './story.ts';

export async function planned(unit: Unit, files: Files): Promise<RenderPlan> {
  const plan = await reconciler().renderPlan(unit, treeOf(files));
  if (!('parts' in plan) && 'why' in plan) assert.fail(plan.why);
  return plan;
}

/** Why there is no plan. */
export async function unplanned(unit: Unit, files: Files): Promise<string> {
  const plan = await reconciler().renderPlan(unit, treeOf(files));
  assert.ok(!('parts' in plan) && 'why' in plan, `there is a plan: ${plan.kind}`);
  return plan.why;
}

export interface Given extends Partial<Pick<RenderRequest, 'remotes'>> {
  readonly unit: Unit;
  readonly files: Files;
}

/** With every object in the release's namespace, as the review puts it there; fails on anything but a render without gaps. */
export async function declaredBy(
  renderers: Renderers,
  { unit, files, remotes = new Map() }: Given,
): Promise<readonly Declared[]> {
  const tree = treeOf(files);
  const plan = await planned(unit, files);
  const closure = await reconciler().closure(unit, tree);
  const render = await renderUnit(
    { unit: unit.id, plan, closure, tree, capabilities: undefined, remotes },
    renderers,
  );
  assert.ok(render.kind === 'rendered' && render.gaps.length === 0, JSON.stringify(render));
  const namespace = unit.target.namespace ?? 'default';
  const placed = render.declared.map(({ object, origin }) => ({
    object:
      object.kind === 'ConfigMap' && object.metadata['namespace'] === undefined
        ? { ...object, metadata: { ...object.metadata, namespace } }
        : object,
    origin,
  }));
  return reconciler().finish(unit, placed);
}

export const strategies: PatchStrategies = ({ group }) =>
  group.includes('.example') ? { kind: 'json-merge' } : { kind: 'strategic-merge', schema: anyFields };

export interface Asked {
  readonly desired?: readonly KubeObject[];
  readonly leaving?: readonly KubeObject[];
  readonly live?: readonly KubeObject[];
}

export async function attemptsOf(
  unit: Unit,
  { desired = [], leaving = [], live = [] }: Asked,
): Promise<readonly Attempt[]> {
  return reconciler().attempts(unit, {
    desired: desired.map((object) => ({ object, origin: undefined })),
    leaving,
    live: new Map(live.map((object) => [objectKey(object), object])),
    strategies,
  });
}

/** Such as `0 apply ConfigMap/web`. */
export function told(attempts: readonly Attempt[]): readonly string[] {
  return attempts.map(({ kind, stage, object }) => `${stage} ${kind} ${object.kind}/${object.metadata.name}`);
}
