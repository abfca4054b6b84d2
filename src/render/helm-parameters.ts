/** Parameters of a Helm plan -> the arguments that set them, escaped as Argo CD does it (util/helm/cmd.go). */
import { join } from 'node:path';

import type { HelmParameter } from '../reconciler/render-plan.ts';

const flags = { value: '--set', string: '--set-string', file: '--set-file' } as const;

/** `directory`: of the tree whose paths the files are. */
export function parameterArguments(
  parameters: readonly HelmParameter[],
  directory: string,
): readonly string[] {
  return (['value', 'string', 'file'] as const).flatMap((as) => {
    // Of two of one name the last counts: they are keys of a map there.
    const byName = new Map(parameters.filter((one) => one.as === as).map(({ name, value }) => [name, value]));
    return [...byName].map(([name, value]) => {
      const text = as === 'file' ? join(directory, value) : value;
      return `${flags[as]}=${name}=${withEscapedCommas(text)}`;
    });
  });
}

/** A list in braces stays as it is, and so does a comma behind a backslash. */
function withEscapedCommas(value: string): string {
  if (value.startsWith('{') && value.endsWith('}')) return value;
  return value.replaceAll(/(?<!\\),/gu, '\\,');
}
