/** An installation's version -> whether it is at least another one. */
import type { ArgoInstallation } from '../application.ts';
import { newestJudged } from '../defaults.ts';

/** The newest judged one stands for a version that is not known. */
export function atLeast(
  { version }: Pick<ArgoInstallation, 'version'>,
  major: number,
  minor: number,
): boolean {
  const parsed = parseVersion(version ?? newestJudged) ?? parseVersion(newestJudged);
  if (parsed === undefined) return true;
  return parsed.major > major || (parsed.major === major && parsed.minor >= minor);
}

export function parseVersion(text: string): { readonly major: number; readonly minor: number } | undefined {
  const found = /^v?(\d+)\.(\d+)(?:\.|$)/u.exec(text);
  return found === null ? undefined : { major: Number(found[1]), minor: Number(found[2]) };
}
