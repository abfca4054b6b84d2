/** What a plain unit is told about its source -> the settings in its declaration, and back. */
import { z } from 'zod';
import type { HelmConfig, UnitConfig } from '../../config/repository.ts';
import type { JsonObject } from '../../object/json.ts';
import type { Unit } from '../unit.ts';

const schema = z.strictObject({
  renderer: z.enum(['kustomize', 'helm', 'directory']),
  prune: z.boolean(),
  recurse: z.boolean(),
  /** Found by looking, and named by no configuration. */
  guessed: z.boolean(),
  release: z.string().nullable(),
  valuesFiles: z.array(z.string()),
  major: z.union([z.literal(3), z.literal(4)]),
});

export type Settings = z.output<typeof schema>;

const noHelm: HelmConfig = { valuesFiles: [], major: 4 };

export function settingsFor(
  renderer: Settings['renderer'],
  config: UnitConfig,
  guessed: boolean,
): JsonObject {
  const { prune, recurse, helm = noHelm } = config;
  const release = helm.release ?? config.name ?? null;
  return { renderer, prune, recurse, guessed, release, valuesFiles: helm.valuesFiles, major: helm.major };
}

export function settingsOf(unit: Unit): Settings {
  return schema.parse(unit.declaration.settings);
}
