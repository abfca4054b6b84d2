/** An Application's spec and files -> the plan of its unit, or the gap. */
import type { Gap } from '../../../../src/object/gap.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import { renderPlan } from '../../../../src/reconciler/argo-cd/units/plan.ts';
import type { RenderPlan } from '../../../../src/reconciler/render-plan.ts';
import { treeOf } from '../../../render/tree.ts';
import type { Files } from '../../../render/tree.ts';
import { application, file, here, home, installation, unitIn } from './story.ts';

export const chart = { 'web/Chart.yaml': 'name: web\nversion: 1.0.0\n', 'web/values.yaml': 'a: 1\n' };
export const repoURL = here;

export async function planned(
  spec: JsonObject,
  files: Files = {},
  version = 'v3.5.7',
): Promise<RenderPlan | Gap> {
  const tree = treeOf({ 'root/web.yaml': file(application({ name: 'shop', spec })), ...files });
  const homes = [home([], { installation: { ...installation, version } })];
  return renderPlan(await unitIn(tree, { homes }), tree);
}

export function source(more: JsonObject): JsonObject {
  return { source: { repoURL, path: 'web', ...more } };
}
