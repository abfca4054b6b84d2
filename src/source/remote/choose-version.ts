/** The versions that there are and the one that is wanted -> the one that Helm would take, or those that are near it. */
import { joined, type Mask, type Masked, words } from '../../object/masked.ts';
import { parseRange } from './range.ts';
import { type Version, compareVersions, parseVersion } from './version.ts';

export type Choice =
  | { readonly kind: 'chosen'; readonly version: string }
  | { readonly kind: 'none'; readonly why: Masked };

const mostNear = 3;

/** Of equal versions the first counts. What is no version at all can only be wanted by its exact name. */
export function chooseVersion(versions: readonly string[], wanted: string, mask: Mask): Choice {
  const range = parseRange(wanted === '' ? '*' : wanted);
  if (range === undefined) return { kind: 'none', why: words`${mask.text(wanted)} is no version or range` };
  if (versions.includes(wanted)) return { kind: 'chosen', version: wanted };
  const sorted = descending(versions);
  const found = sorted.find(({ version }) => range(version));
  if (found !== undefined) return { kind: 'chosen', version: found.text };
  const near = nearest(sorted, wanted).map((text) => mask.text(text));
  const those =
    near.length === 0 ? words`it has no version at all` : words`near it are ${joined(near, ', ')}`;
  return { kind: 'none', why: words`there is no version ${mask.text(wanted)} of it; ${those}` };
}

interface Candidate {
  readonly text: string;
  readonly version: Version;
}

function descending(versions: readonly string[]): readonly Candidate[] {
  const candidates = versions.flatMap((text): readonly Candidate[] => {
    const version = parseVersion(text);
    return version === undefined ? [] : [{ text, version }];
  });
  return candidates.sort((a, b) => compareVersions(b.version, a.version));
}

/** The next newer and the next older ones of an exact version, and the newest ones for a range. */
function nearest(sorted: readonly Candidate[], wanted: string): readonly string[] {
  const target = parseVersion(wanted);
  const older =
    target === undefined ? 0 : sorted.findIndex(({ version }) => compareVersions(version, target) < 0);
  const start = Math.max(0, (older < 0 ? sorted.length : older) - 1);
  const from = Math.min(start, Math.max(0, sorted.length - mostNear));
  return sorted.slice(from, from + mostNear).map(({ text }) => text);
}

/** Whether what is wanted may be another version tomorrow. */
export function isMoving(wanted: string, chosen: string): boolean {
  return wanted !== chosen && wanted.replace(/^v/u, '') !== chosen.replace(/^v/u, '');
}
