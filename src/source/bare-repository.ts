/** A new bare repository of ours, without templates: no hook, no attribute and no setting but those given. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { words } from '../object/masked.ts';
import { type Bench, ask } from './ask.ts';

export interface BareSettings {
  readonly directory: string;
  readonly objectFormat: string;
  /** Object directories of other repositories, to read from. */
  readonly alternates: readonly string[];
  readonly configuration: readonly (readonly [string, string])[];
}

export async function initBare(bench: Bench, settings: BareSettings): Promise<void> {
  const { directory } = settings;
  const doing = words`make a bare repository`;
  await ask(bench, {
    doing,
    repository: undefined,
    args: [
      'init',
      '--quiet',
      '--bare',
      '--template=',
      '--initial-branch=none',
      `--object-format=${settings.objectFormat}`,
      '--end-of-options',
      directory,
    ],
  });
  if (settings.alternates.length > 0) {
    await mkdir(join(directory, 'objects', 'info'), { recursive: true });
    await writeFile(join(directory, 'objects', 'info', 'alternates'), `${settings.alternates.join('\n')}\n`);
  }
  for (const [key, value] of settings.configuration) {
    await ask(bench, { doing, repository: directory, args: ['config', key, value] });
  }
}
