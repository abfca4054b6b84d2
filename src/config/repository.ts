/** The repository's file (.github/proofline.yml, from the tip of the base branch) -> units, ignored paths, severities. */
import { z } from 'zod';
import { readConfig } from './read-config.ts';
import type { ConfigFile } from './read-config.ts';
import { isInsidePath, normalPath } from './repository-path.ts';

export const repositoryFile = '.github/proofline.yml';

export const configuredRenderers = ['kustomize', 'helm', 'directory'] as const;
export type ConfiguredRenderer = (typeof configuredRenderers)[number];

export const configuredSeverities = ['block', 'warn', 'info', 'off'] as const;
export type ConfiguredSeverity = (typeof configuredSeverities)[number];

export interface HelmConfig {
  readonly release?: string | undefined;
  readonly valuesFiles: readonly string[];
  readonly major: 3 | 4;
}

export interface UnitConfig {
  readonly path: string;
  readonly name?: string | undefined;
  readonly renderer?: ConfiguredRenderer | undefined;
  readonly cluster?: string | undefined;
  readonly namespace?: string | undefined;
  readonly prune: boolean;
  readonly recurse: boolean;
  readonly helm?: HelmConfig | undefined;
}

export interface RepositoryConfig {
  readonly discover: boolean;
  readonly units: readonly UnitConfig[];
  readonly ignore: readonly string[];
  /** Severities by the names of rules; rules that are not named keep their own. */
  readonly rules: Readonly<Partial<Record<string, ConfiguredSeverity>>>;
}

const insidePath = z
  .string()
  .refine(isInsidePath, 'must be a path inside the repository, such as apps/web, or . for its root')
  .transform(normalPath);
const dnsName = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'must be lower-case letters, digits and dashes');

const helm = z.strictObject({
  release: z
    .string()
    .max(53)
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be lower-case letters, digits, dots and dashes')
    .optional()
    .describe("Release name; without it, the unit's name, else the name of the chart."),
  valuesFiles: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Values files after the chart's own values.yaml, relative to the unit's path, in the order in which helm gets them.",
    ),
  major: z
    .union([z.literal(3), z.literal(4)])
    .default(4)
    .describe('Which Helm renders the chart.'),
});

const unit = z.strictObject({
  path: insidePath.describe(
    'The directory of its source; `.` is the root. It replaces what would be found there.',
  ),
  name: dnsName.optional().describe('Needed only where one path is the source of several units.'),
  renderer: z
    .enum(configuredRenderers)
    .optional()
    .describe('Without it, by what is there: a kustomization, else a chart, else plain files.'),
  cluster: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The cluster, by the name that the operator gave it. Without it, the only cluster that this repository may use.',
    ),
  namespace: dnsName.optional().describe('Namespace of the objects that name none.'),
  prune: z
    .boolean()
    .default(false)
    .describe(
      'Whether what leaves the declaration is deleted (as `kubectl apply --prune` would); otherwise it stays, and is reported as orphaned.',
    ),
  recurse: z.boolean().default(false).describe('For plain files: whether subdirectories belong to it.'),
  helm: helm.optional().describe('For a chart.'),
});

// YAML 1.1, which Kubernetes reads, takes a bare `off` for false.
const severity = z
  .union([z.enum(configuredSeverities), z.literal(false)], {
    error: `must be ${configuredSeverities.join(', ')}`,
  })
  .transform((value) => (value === false ? 'off' : value));

/** The names of the rules are given, so that the schema knows exactly those that exist. */
export function repositorySchema(ruleNames: readonly string[]): z.ZodType<RepositoryConfig> {
  return z
    .strictObject({
      discover: z
        .boolean()
        .default(true)
        .describe(
          'Whether plain units are found by looking; false leaves of them only those under `units`. What a reconciler applies by itself is always a unit.',
        ),
      units: z
        .array(unit)
        .default([])
        .describe('Units that cannot be found by looking, or that need to be told more.'),
      ignore: z
        .array(z.string().min(1))
        .default([])
        .describe(
          'Paths in which no unit is looked for, such as `docs/**`; `*` stays inside one part of a path, `**` does not.',
        ),
      rules: z
        .partialRecord(z.enum(ruleNames), severity)
        .default({})
        .describe(
          'Severity by rule: `block` needs an approval, `warn` and `info` only tell, `off` switches the rule off.',
        ),
    })
    .check((check) => {
      const seen = new Set<string>();
      for (const [index, { path, name }] of check.value.units.entries()) {
        const key = `${path}\n${name ?? ''}`;
        if (seen.has(key)) {
          const message = 'is there twice; give each unit of one path its own name';
          check.issues.push({ code: 'custom', path: ['units', index, 'path'], message, input: path });
        }
        seen.add(key);
      }
    });
}

/** Without a file. */
export const defaultRepositoryConfig: RepositoryConfig = repositorySchema([]).parse({});

/** Throws ConfigError. */
export function parseRepositoryConfig(source: ConfigFile, ruleNames: readonly string[]): RepositoryConfig {
  return readConfig(source, repositorySchema(ruleNames));
}
