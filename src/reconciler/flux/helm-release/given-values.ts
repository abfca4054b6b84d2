/** The plan of a unit -> the values that its chart is given, kept for what is asked without the plan. */
import { listAt, textAt } from '../../../object/fields.ts';
import { isJsonObject, type JsonObject } from '../../../object/json.ts';
import { readValues } from '../../../object/yaml.ts';
import type { RenderPlan } from '../../render-plan.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit } from '../flux-unit.ts';

const given = new WeakMap<Unit['declaration']['settings'], JsonObject>();

export function noteValues({ declaration: { settings } }: Unit, plan: RenderPlan): void {
  if (plan.kind !== 'helm' || (plan.parameters ?? []).length > 0) return;
  const values = valuesIn(plan.values ?? '');
  if (values !== undefined) given.set(settings, values);
}

function valuesIn(text: string): JsonObject | undefined {
  const [document] = readValues('values', text, { repeats: 'last' });
  if (document === undefined) return {};
  return document.kind === 'other' && isJsonObject(document.value) ? document.value : undefined;
}

/** Undefined where some of them may not be seen and no placeholder stands for them. */
export function valuesOf(unit: Unit): JsonObject | undefined {
  const { declared, valuesFrom } = helmReleaseUnit(unit);
  const written = listAt(declared.spec, 'valuesFrom');
  const isSeen = valuesFrom.every(({ state }, index) => {
    if (state === 'seen' || state === 'missing') return true;
    return state === 'opaque' && textAt(written[index], 'targetPath') !== '';
  });
  return isSeen ? given.get(unit.declaration.settings) : undefined;
}
