/** kubectl carries a kustomize: asked in its words, it answers in kustomize's, for machines that have no other. */
import { basename } from 'node:path';

import type { Outcome } from '../render/program.ts';

export function isKubectl(program: string): boolean {
  return /^kubectl(?:-v?\d[\d.]*)?$/u.test(basename(program));
}

export const kubectlCannotEdit =
  'kubectl, which stands in for kustomize here, cannot edit a kustomization: kustomize itself is needed (PROOFLINE_KUSTOMIZE)';

/** Undefined for what it cannot do: it builds, but has no `edit`. */
export function kubectlArgs([subcommand, ...rest]: readonly string[]): readonly string[] | undefined {
  if (subcommand === 'version') return ['version', '--client'];
  return subcommand === 'build' ? ['kustomize', ...rest] : undefined;
}

/** The version of its kustomize instead of its own, and errors that begin as kustomize's do. */
export function asKustomize(outcome: Outcome): Outcome {
  if (outcome.kind !== 'exited') return outcome;
  if (outcome.code !== 0) return { ...outcome, stderr: outcome.stderr.replace(/^error: /u, 'Error: ') };
  const version = /^Kustomize Version: (\S+)$/mu.exec(outcome.stdout.toString('utf8'))?.[1];
  return version === undefined ? outcome : { ...outcome, stdout: Buffer.from(version) };
}
