/** The settings in a unit's declaration -> the same, checked, as the reconciler that made them reads them; each once. */
import type { z } from 'zod';

import type { Unit } from './unit.ts';

/** What it makes throws only for a unit of another reconciler. */
export function settingsReader<Settings>(schema: z.ZodType<Settings>): (unit: Unit) => Settings {
  const parsed = new WeakMap<Unit['declaration']['settings'], Settings>();
  return ({ declaration: { settings } }) => {
    const known = parsed.get(settings);
    if (known !== undefined) return known;
    const made = schema.parse(settings);
    parsed.set(settings, made);
    return made;
  };
}
