/** The version of a controller as its image says it -> whether it is at least another; the newest judged one where it is not known. */

export function atLeast(version: string | null, major: number, minor: number): boolean {
  const found = /^v?(\d+)\.(\d+)/.exec(version ?? '');
  if (found === null) return true;
  const [ownMajor, ownMinor] = [Number(found[1]), Number(found[2])];
  return ownMajor === major ? ownMinor >= minor : ownMajor > major;
}
