/** The ConfigMap argocd-cmd-params-cm -> those settings of the ApplicationSet controller that change what it makes. */
import { listed } from '../units/installation.ts';
import { atLeast } from '../units/version.ts';

export const policies = ['create-only', 'create-update', 'create-delete', 'sync'] as const;
export type Policy = (typeof policies)[number];

export interface ControllerSettings {
  /** Of `--policy`; undefined where it is not set. */
  readonly policy: Policy | undefined;
  /** Whether a set may choose its own. */
  readonly policyOverride: boolean;
  readonly progressiveSyncs: boolean;
  /** File patterns as doublestar reads them, and not as Git's pathspecs. */
  readonly newFileGlobbing: boolean;
  /** Of the repository server: whether directories whose name starts with a dot are seen. */
  readonly hiddenDirectories: boolean;
  readonly preservedAnnotations: readonly string[];
  readonly preservedLabels: readonly string[];
  /** Whether it asks providers of source code at all. */
  readonly scmProviders: boolean;
  /** Their addresses as sets may write them; empty for all. */
  readonly allowedScmProviders: readonly string[];
  /** Whether the version resolves `values` of a generator before its own parameters are known (since v3.5). */
  readonly resolvesValuesEarly: boolean;
  /** Whether the version takes a decision of which a value is no text, and does not fail at it (since v3.5). */
  readonly takesAnyDecision: boolean;
}

/** `data` of the ConfigMap, empty where there is none; `version` such as `v3.5.7`, null for the newest judged. */
export function controllerSettings(
  data: Readonly<Record<string, string>>,
  version: string | null,
): ControllerSettings {
  const of = (key: string): string => data[`applicationsetcontroller.${key}`] ?? '';
  const policy = policies.find((candidate) => candidate === of('policy'));
  const override = booleanOf(of('enable.policy.override'));
  return {
    policy,
    policyOverride: override ?? policy === undefined,
    progressiveSyncs: booleanOf(of('enable.progressive.syncs')) ?? false,
    newFileGlobbing: booleanOf(of('enable.new.git.file.globbing')) ?? false,
    hiddenDirectories: booleanOf(data['reposerver.include.hidden.directories'] ?? '') ?? false,
    preservedAnnotations: listed(of('global.preserved.annotations')),
    preservedLabels: listed(of('global.preserved.labels')),
    scmProviders: booleanOf(of('enable.scm.providers')) ?? true,
    allowedScmProviders: listed(of('allowed.scm.providers')),
    resolvesValuesEarly: atLeast({ version }, 3, 5),
    takesAnyDecision: atLeast({ version }, 3, 5),
  };
}

/** What applies to a set: its own choice where the controller lets it. */
export function effectivePolicy(own: unknown, settings: ControllerSettings): Policy {
  const chosen = settings.policyOverride ? policies.find((candidate) => candidate === own) : undefined;
  return chosen ?? settings.policy ?? 'sync';
}

export function mayUpdate(policy: Policy): boolean {
  return policy === 'sync' || policy === 'create-update';
}

export function mayDelete(policy: Policy): boolean {
  return policy === 'sync' || policy === 'create-delete';
}

/** As Go's strconv.ParseBool; undefined for all else, where the default counts. */
function booleanOf(text: string): boolean | undefined {
  if (/^(1|t|T|true|TRUE|True)$/.test(text)) return true;
  return /^(0|f|F|false|FALSE|False)$/.test(text) ? false : undefined;
}
