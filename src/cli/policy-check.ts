/** `proofline policy check`: whether a checkout's .github/proofline.yml would be taken, and what is wrong where it would not. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parseRepositoryConfig, repositoryFile } from '../config/repository.ts';
import { createMask } from '../object/mask.ts';
import { ruleNames } from '../risk/rules.ts';

/** Resolves to the exit code. Rejects with ConfigError. */
export async function checkPolicy(path: string): Promise<number> {
  const file = join(path, repositoryFile);
  const shown = createMask().text(file);
  const content = await readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (content === undefined) {
    process.stdout.write(`${shown} does not exist: all defaults hold.\n`);
    return 0;
  }
  const { units } = parseRepositoryConfig({ file, content }, ruleNames);
  process.stdout.write(
    `${shown} is valid; it configures ${units.length} unit${units.length === 1 ? '' : 's'}.\n`,
  );
  return 0;
}
