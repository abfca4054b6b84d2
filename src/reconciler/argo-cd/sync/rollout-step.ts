/** One step of a canary strategy -> what it does (argo-rollouts, CanaryStep). */
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';

export type RolloutStep =
  | { readonly kind: 'weight'; readonly percent: number }
  /** `for` as written, such as `10m` or `30`; undefined where a person has to promote. */
  | { readonly kind: 'pause'; readonly for: string | undefined }
  | { readonly kind: 'analysis'; readonly templates: readonly string[] }
  | { readonly kind: 'experiment' }
  | { readonly kind: 'scale'; readonly replicas: number | undefined; readonly percent: number | undefined }
  /** Traffic by header or mirrored, by the name of its route. */
  | { readonly kind: 'route'; readonly name: string }
  | { readonly kind: 'plugin'; readonly name: string }
  | { readonly kind: 'unknown' };

export function stepOf(step: Json): RolloutStep {
  const weight = at(step, 'setWeight');
  if (typeof weight === 'number') return { kind: 'weight', percent: weight };
  if (at(step, 'pause') !== undefined) return { kind: 'pause', for: textOf(at(step, 'pause', 'duration')) };
  if (isJsonObject(at(step, 'analysis'))) return { kind: 'analysis', templates: templatesIn(step) };
  if (isJsonObject(at(step, 'experiment'))) return { kind: 'experiment' };
  return scaleOf(step) ?? namedOf(step) ?? { kind: 'unknown' };
}

function textOf(duration: Json | undefined): string | undefined {
  return typeof duration === 'string' || typeof duration === 'number' ? String(duration) : undefined;
}

function templatesIn(step: Json): readonly string[] {
  const templates = at(step, 'analysis', 'templates');
  const names = isJsonArray(templates) ? templates.map((each) => at(each, 'templateName')) : [];
  return names.filter((name) => typeof name === 'string');
}

function scaleOf(step: Json): RolloutStep | undefined {
  const scale = at(step, 'setCanaryScale');
  if (!isJsonObject(scale)) return undefined;
  const { replicas, weight } = scale;
  return {
    kind: 'scale',
    replicas: typeof replicas === 'number' ? replicas : undefined,
    percent: typeof weight === 'number' ? weight : undefined,
  };
}

function namedOf(step: Json): RolloutStep | undefined {
  for (const [key, kind] of [
    ['setHeaderRoute', 'route'],
    ['setMirrorRoute', 'route'],
    ['plugin', 'plugin'],
  ] as const) {
    const name = at(step, key, 'name');
    if (typeof name === 'string') return { kind, name };
  }
  return undefined;
}
