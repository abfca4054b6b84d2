/** Build options -> the command that builds a directory; with Helm only where a kustomization inflates a chart. */
import { capabilityArguments } from './helm-arguments.ts';
import type { Capabilities } from './capabilities.ts';
import type { BuildOptions } from './kustomize-options.ts';
import type { Command } from './program.ts';

export interface Build {
  readonly capabilities: Capabilities | undefined;
  readonly kustomizations: ReadonlyMap<string, string>;
  readonly reads: readonly string[];
}

export function buildCommand(
  { args, inflates }: Extract<BuildOptions, { readonly kind: 'options' }>,
  { capabilities, kustomizations, reads }: Build,
): (root: string) => Command {
  const charts = inflates && [...kustomizations.values()].some((text) => text.includes('helmChart'));
  if (!charts) {
    return (root) => ({ program: 'kustomize', args: ['build', ...args, '--', root], reads });
  }
  const helm = [
    '--enable-helm',
    ...capabilityArguments({}, capabilities).map((argument) => argument.replace(/^--/u, '--helm-')),
  ];
  return (root) => ({
    program: 'kustomize',
    args: ['build', ...args, ...helm, '--', root],
    reads,
    starts: { program: 'helm4', argument: '--helm-command=' },
  });
}
