/** A text -> a semantic version, as loosely as Helm reads it (`v1.2` is 1.2.0), and the order of versions. */

export interface Version {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** Empty for a release. */
  readonly prerelease: string;
}

const loose =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/u;
const strict = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:[-+]|$)/u;

export function parseVersion(text: string): Version | undefined {
  const parts = text.length > 256 ? null : loose.exec(text);
  if (parts === null) return undefined;
  const [, major = '', minor = '0', patch = '0', prerelease = ''] = parts;
  if (prerelease.split('.').some((part) => /^0\d+$/u.test(part))) return undefined;
  return { major: BigInt(major), minor: BigInt(minor), patch: BigInt(patch), prerelease };
}

/** All three numbers, no `v`, no leading zero. */
export function isStrict(text: string): boolean {
  return strict.test(text) && parseVersion(text) !== undefined;
}

/** Negative where `a` is older. What stands behind `+` does not count. */
export function compareVersions(a: Version, b: Version): number {
  return (
    compare(a.major, b.major) ||
    compare(a.minor, b.minor) ||
    compare(a.patch, b.patch) ||
    comparePrereleases(a.prerelease, b.prerelease)
  );
}

export function comparePrereleases(a: string, b: string): number {
  if (a === b) return 0;
  if (a === '') return 1;
  if (b === '') return -1;
  const left = a.split('.');
  const right = b.split('.');
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Numbers come before words. */
function compareParts(a: string, b: string): number {
  const isNumber = [a, b].map((part) => /^\d+$/u.test(part));
  if (isNumber[0] === true && isNumber[1] === true) return compare(BigInt(a), BigInt(b));
  if (isNumber[0] !== isNumber[1]) return isNumber[0] === true ? -1 : 1;
  return compare(a, b);
}

function compare<T extends bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
