/** A module's own go.mod, as `go mod edit -json` prints it -> the go.mod of a small module that builds one of its programs. */
import { posix } from 'node:path';

import { z } from 'zod';

import type { GoSource } from './program.ts';

export const goModule = z.object({
  Go: z.string(),
  Replace: z
    .array(
      z.object({
        Old: z.object({ Path: z.string(), Version: z.string().optional() }),
        New: z.object({ Path: z.string(), Version: z.string().optional() }),
      }),
    )
    .nullish(),
});

export type GoModule = z.infer<typeof goModule>;

/**
 * Go ignores the replacements of a module that is not the main one, so they are taken over. Those that name a folder
 * cannot be: the folder is not published. They become the published sibling, or are left out, so that the module's own
 * requirement decides.
 */
export function goModText(source: GoSource, module: GoModule): string {
  const lines = [`module proofline.invalid/${source.name}`, `go ${module.Go}`];
  lines.push(`require ${source.module} ${source.version}`);
  for (const { Old: from, New: to } of module.Replace ?? []) {
    const old = from.Version === undefined ? from.Path : `${from.Path} ${from.Version}`;
    const published = source.published?.[from.Path];
    if (to.Version !== undefined) lines.push(`replace ${old} => ${to.Path} ${to.Version}`);
    else if (published !== undefined) lines.push(`replace ${old} => ${from.Path} ${published.version}`);
    else if (source.siblings !== undefined) lines.push(`replace ${old} => ${from.Path} ${source.siblings}`);
  }
  for (const [path, { version }] of Object.entries(source.instead ?? {})) {
    lines.push(`replace ${path} => ${path} ${version}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The lines of go.sum for what the module's own one does not pin. */
export function publishedSums(source: GoSource): string {
  return Object.entries({ ...source.published, ...source.instead })
    .map(
      ([path, { version, sum, goModSum }]) =>
        `${path} ${version} ${sum}\n${path} ${version}/go.mod ${goModSum}\n`,
    )
    .join('');
}

export function linkerFlags(source: GoSource): string {
  const stamps = Object.entries(source.stamp).map(([variable, value]) => `-X ${variable}=${value}`);
  return ['-s', '-w', ...stamps].join(' ');
}

/** As `go build` names the executable of a main package: by its path's last part that is no major version. */
export function executableName(path: string): string {
  return posix.basename(path.replace(/\/v\d+$/u, ''));
}
