/** Both trees -> the configuration that judges this review, and what the pull request leaves for those after it. */
import { ConfigError } from '../config/config-error.ts';
import type { RepositoryConfig } from '../config/repository.ts';
import { defaultRepositoryConfig, parseRepositoryConfig, repositoryFile } from '../config/repository.ts';
import type { Mask } from '../object/masked.ts';
import type { ConfigurationChange } from '../risk/rule.ts';
import { ruleNames } from '../risk/rules.ts';
import type { Tree } from '../source/tree.ts';

export interface Configurations {
  /** From base alone: a pull request must not weaken its own judge. */
  readonly configuration: RepositoryConfig;
  /** Undefined where head leaves the file as it is. */
  readonly configurationChange: ConfigurationChange | undefined;
}

/** Throws ConfigError where base's file is invalid, and SourceError. */
export async function readConfigurations(
  { baseTree, headTree }: { readonly baseTree: Tree; readonly headTree: Tree },
  mask: Mask,
): Promise<Configurations> {
  const configuration = await readConfiguration(baseTree);
  const [before, after] = [baseTree, headTree].map(({ entries }) => entries.get(repositoryFile));
  if (before?.oid === after?.oid && before?.kind === after?.kind) {
    return { configuration, configurationChange: undefined };
  }
  const side = after === undefined ? { side: 'base' as const } : {};
  const change = { base: configuration, ...(await readHead(headTree, mask)) };
  const place = { file: repositoryFile, line: change.line, ...side };
  return { configuration, configurationChange: { base: change.base, head: change.head, place } };
}

async function readHead(
  tree: Tree,
  mask: Mask,
): Promise<{ readonly head: ConfigurationChange['head']; readonly line: number }> {
  try {
    return { head: await readConfiguration(tree), line: 1 };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const line = error.problems.find((problem) => problem.line !== undefined)?.line;
    return { head: { problem: mask.text(error.message) }, line: line ?? 1 };
  }
}

async function readConfiguration(tree: Tree): Promise<RepositoryConfig> {
  const content = (await tree.read([repositoryFile])).get(repositoryFile);
  if (content === undefined) return defaultRepositoryConfig;
  return parseRepositoryConfig({ file: repositoryFile, content }, ruleNames);
}
