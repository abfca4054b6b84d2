/** A unit -> a text that is the same exactly when its settings are, made once: each unit is compared at several stages. */
import { canonicalJson } from '../object/canonical.ts';
import type { JsonObject } from '../object/json.ts';
import type { Unit } from './unit.ts';

const known = new WeakMap<JsonObject, string>();

export function settingsKey({ declaration: { settings } }: Pick<Unit, 'declaration'>): string {
  const key = known.get(settings) ?? canonicalJson(settings);
  known.set(settings, key);
  return key;
}
