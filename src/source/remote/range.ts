/**
 * A range of versions (`^1.2`, `>=1 <2 || 3.x`, `1.2 - 1.4`) -> whether a version is in it, as Masterminds/semver 3.4
 * reads it, which Helm, Argo CD and Flux use: its ranges of partial versions and its pre-releases are not npm's.
 */
import { type Version, comparePrereleases, compareVersions, parseVersion } from './version.ts';

export type Range = (version: Version) => boolean;

interface Bound {
  readonly operator: string;
  readonly at: Version;
  /** The first part that was left open; `none` for a whole version. */
  readonly open: 'none' | 'major' | 'minor' | 'patch';
}

const part = String.raw`[0-9|xX*]+`;
const behind = String.raw`(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`;
const partial = String.raw`v?(${part})(?:\.(${part}))?(?:\.(${part}))?${behind}`;
const operators = String.raw`=||!=|>|<|>=|=>|<=|=<|~|~>|\^`;
const bare = (pattern: string): string => pattern.replaceAll(/\((?!\?)/gu, '(?:');
const first = new RegExp(`(${operators})\\s*${partial}`, 'uy');
const separator = /\s*,\s*|\s+/uy;
const hyphen = new RegExp(`\\s*(${bare(partial)})\\s+-\\s+(${bare(partial)})\\s*`, 'gu');
const longest = 512;

/** Undefined for what is no range. A version without an operator is a range too: of itself, or of what it leaves open. */
export function parseRange(text: string): Range | undefined {
  if (text.length > longest) return undefined;
  const rewritten = text.replaceAll(hyphen, (_, from: string, to: string) => `>= ${from}, <= ${to} `);
  const groups = rewritten.split('||').map(parseGroup);
  const whole = groups.filter((group) => group !== undefined);
  if (whole.length !== groups.length) return undefined;
  return (version) => whole.some((group) => isInAll(group, version));
}

/** Bound by bound, so that no text can make it slow. */
function parseGroup(group: string): readonly Bound[] | undefined {
  const text = group.trim();
  const bounds: Bound[] = [];
  for (let at = 0; ;) {
    first.lastIndex = at;
    const match = first.exec(text);
    const found = match === null ? undefined : boundOf(match);
    if (match === null || found === undefined) return undefined;
    bounds.push(found);
    separator.lastIndex = at + match[0].length;
    if (separator.lastIndex === text.length) return bounds;
    const between = separator.exec(text);
    if (between === null) return undefined;
    at = separator.lastIndex;
  }
}

function boundOf(match: RegExpExecArray): Bound | undefined {
  const [, operator = '', major = '', minor, patch, prerelease] = match;
  const open = openOf(major, minor, patch);
  const numbers = [major, minor ?? '', patch ?? ''].map((text, index) =>
    index < ['major', 'minor', 'patch'].indexOf(open) || open === 'none' ? text : '0',
  );
  const at = parseVersion(`${numbers.join('.')}${prerelease === undefined ? '' : `-${prerelease}`}`);
  return at === undefined ? undefined : { operator, at, open };
}

function isOpen(text: string | undefined): boolean {
  return text === undefined || /^[xX*]$/u.test(text);
}

function openOf(major: string, minor: string | undefined, patch: string | undefined): Bound['open'] {
  if (isOpen(major)) return 'major';
  if (isOpen(minor)) return 'minor';
  return isOpen(patch) ? 'patch' : 'none';
}

/** One bound that names a pre-release lets its whole group have them. */
function isInAll(group: readonly Bound[], version: Version): boolean {
  if (version.prerelease !== '' && group.every(({ at }) => at.prerelease === '')) return false;
  return group.every((bound) => meanings[bound.operator]?.(bound, version) === true);
}

type Meaning = (bound: Bound, version: Version) => boolean;

const atLeast: Meaning = ({ at }, version) => compareVersions(version, at) >= 0;

const meanings: Readonly<Record<string, Meaning>> = {
  '': isSame,
  '=': isSame,
  '!=': isOther,
  '>': isAbove,
  '<': ({ at }, version) => compareVersions(version, at) < 0,
  '>=': atLeast,
  '=>': atLeast,
  '<=': isUpTo,
  '=<': isUpTo,
  '~': isNear,
  '~>': isNear,
  '^': isCompatible,
};

function isSame(bound: Bound, version: Version): boolean {
  return bound.open === 'none' ? compareVersions(version, bound.at) === 0 : isNear(bound, version);
}

function isOther({ at, open }: Bound, version: Version): boolean {
  if (open === 'none') return compareVersions(version, at) !== 0;
  if (at.major !== version.major) return true;
  // As upstream: `!=*` counts as `!=0.0.0` with each part compared.
  if (open !== 'minor' && at.minor !== version.minor) return true;
  if (open === 'minor') return false;
  if (open === 'major') return compareVersions(version, at) !== 0;
  return comparePrereleases(version.prerelease, at.prerelease) !== 0;
}

function isAbove({ at, open }: Bound, version: Version): boolean {
  if (open === 'none') return compareVersions(version, at) > 0;
  if (version.major !== at.major) return version.major > at.major;
  if (open === 'minor') return false;
  if (open === 'patch') return version.minor > at.minor;
  return compareVersions(version, at) > 0;
}

function isUpTo({ at, open }: Bound, version: Version): boolean {
  if (open === 'none') return compareVersions(version, at) <= 0;
  if (version.major !== at.major) return version.major < at.major;
  return open === 'minor' || version.minor <= at.minor;
}

/** `~1.2.3`: up to the next minor version; `~1`: up to the next major one. */
function isNear({ at, open }: Bound, version: Version): boolean {
  if (compareVersions(version, at) < 0) return false;
  const isZero = at.major === 0n && at.minor === 0n && at.patch === 0n;
  // As upstream: `~0.0.0` is any version, like `~*`.
  if (isZero && open !== 'minor' && open !== 'patch') return true;
  return version.major === at.major && (open === 'minor' || version.minor === at.minor);
}

/** `^1.2.3`: nothing left of the first number that is not zero may change. */
function isCompatible({ at, open }: Bound, version: Version): boolean {
  if (compareVersions(version, at) < 0) return false;
  if (version.major !== at.major) return false;
  if (at.major > 0n || open === 'minor') return true;
  if (version.minor !== at.minor) return false;
  return at.minor > 0n || open === 'patch' || version.patch === at.patch;
}
