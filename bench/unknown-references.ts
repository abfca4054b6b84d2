/** A checkout -> how many of its units refer to something that cannot be known before the render, and so are always rendered. */
import { parseRepositoryConfig, repositoryFile, defaultRepositoryConfig } from '../src/config/repository.ts';
import { createMask } from '../src/object/mask.ts';
import { createGit } from '../src/process/git.ts';
import { discoverSide } from '../src/reconciler/pairs.ts';
import { plain } from '../src/reconciler/plain/plain.ts';
import { ruleNames } from '../src/risk/rules.ts';
import { localRevisions } from '../src/source/local.ts';
import type { Checkout } from './program.ts';

export interface UnknownReferences {
  readonly unknown: number;
  readonly of: number;
}

export async function unknownReferences({ directory, base, head }: Checkout): Promise<UnknownReferences> {
  const mask = createMask();
  const git = createGit({
    path: process.env['PATH'] ?? '/usr/bin:/bin',
    home: directory,
    protocols: ['file'],
  });
  const { revisions, close } = await localRevisions({ git, mask }, { path: directory, base, head });
  try {
    if (revisions.kind === 'conflict') throw new Error(`${base} and ${head} do not merge`);
    const content = (await revisions.baseTree.read([repositoryFile])).get(repositoryFile);
    const repository =
      content === undefined
        ? defaultRepositoryConfig
        : parseRepositoryConfig({ file: repositoryFile, content }, ruleNames);
    const { units } = await discoverSide([plain], {
      tree: revisions.headTree,
      rendered: [],
      side: 'head',
      origin: undefined,
      homes: [],
      repository,
      clusters: [],
      mask,
    });
    return { unknown: units.filter(({ closure }) => closure.unknown.length > 0).length, of: units.length };
  } finally {
    await close();
  }
}
