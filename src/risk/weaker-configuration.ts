/** Two configurations of the repository -> each way in which the second lets a review see or say less. */
import type { ConfiguredSeverity, RepositoryConfig, UnitConfig } from '../config/repository.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import { quoted } from './named.ts';

export function weakened(base: RepositoryConfig, head: RepositoryConfig, mask: Mask): readonly Masked[] {
  const discovery =
    base.discover && !head.discover ? [words`units are no longer found by looking (\`discover\`)`] : [];
  const ignored = head.ignore
    .filter((pattern) => !base.ignore.includes(pattern))
    .map((pattern) => words`no unit is looked for in ${quoted(pattern, mask)}`);
  return [...weakenedRules(base, head, mask), ...discovery, ...ignored, ...weakenedUnits(base, head, mask)];
}

const ranks: Readonly<Record<ConfiguredSeverity, number>> = { off: 0, info: 1, warn: 2, block: 3 };

/** A rule that is not named judges by itself, up to `block`. */
function isLower(from: ConfiguredSeverity | undefined, to: ConfiguredSeverity | undefined): boolean {
  if (to === undefined) return from === 'block';
  return ranks[to] < ranks[from ?? 'block'];
}

function weakenedRules(base: RepositoryConfig, head: RepositoryConfig, mask: Mask): readonly Masked[] {
  const names = [...new Set([...Object.keys(base.rules), ...Object.keys(head.rules)])].sort();
  return names
    .filter((name) => isLower(base.rules[name], head.rules[name]))
    .map(
      (name) => words`rule ${quoted(name, mask)} goes ${severityOf(base, name)} ${severityTo(head, name)}`,
    );
}

function severityOf({ rules }: RepositoryConfig, name: string): Masked {
  const severity = rules[name];
  return severity === undefined ? words`from its own severity` : words`from \`${severityWords[severity]}\``;
}

function severityTo({ rules }: RepositoryConfig, name: string): Masked {
  const severity = rules[name];
  return severity === undefined ? words`to its own severity` : words`to \`${severityWords[severity]}\``;
}

const severityWords: Readonly<Record<ConfiguredSeverity, Masked>> = {
  block: words`block`,
  warn: words`warn`,
  info: words`info`,
  off: words`off`,
};

const judging = ['cluster', 'namespace', 'prune', 'renderer', 'recurse'] as const;

const fieldWords: Readonly<Record<(typeof judging)[number], Masked>> = {
  cluster: words`cluster`,
  namespace: words`namespace`,
  prune: words`prune`,
  renderer: words`renderer`,
  recurse: words`recurse`,
};

function weakenedUnits(base: RepositoryConfig, head: RepositoryConfig, mask: Mask): readonly Masked[] {
  return base.units.flatMap((before) => {
    const after = head.units.find(({ path, name }) => path === before.path && name === before.name);
    const unit = words`unit ${shownUnit(before, mask)}`;
    if (after === undefined) return [words`${unit} is no longer configured`];
    return judging
      .filter((field) => before[field] !== after[field])
      .map((field) => words`${unit} has another \`${fieldWords[field]}\``);
  });
}

function shownUnit({ path, name }: UnitConfig, mask: Mask): Masked {
  return name === undefined ? quoted(path, mask) : words`${quoted(name, mask)} in ${quoted(path, mask)}`;
}
