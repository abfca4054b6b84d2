/** Candidates of one name -> the one that counts, and whether others say something else. */
import { canonicalJson } from '../../../object/canonical.ts';
import type { Unit } from '../../unit.ts';
import { normalizedSpec } from '../application-set/normalized-spec.ts';
import type { Candidate } from './candidate.ts';
import { differingFields } from '../../../object/differing-fields.ts';
import { objectAt } from '../../../object/fields.ts';

export interface Settled {
  readonly candidate: Candidate;
  /** Of other declarers that say something else. */
  readonly rivals: readonly Candidate[];
  /** Whether all of them are applied, and not only one of several that are meant for other places. */
  readonly fought: boolean;
}

/** What a unit of Argo CD renders counts before what a set makes, that before other renders, these before files. */
export function settled(candidates: readonly Candidate[]): Settled | undefined {
  const best = Math.min(...candidates.map(rank));
  const equals = candidates.filter((each) => rank(each) === best);
  const declarers = lastOfEach(equals);
  const fought = best < 2;
  const [candidate] = fought ? declarers : nearest(declarers);
  if (candidate === undefined) return undefined;
  const rivals = declarers.filter((each) => each !== candidate && specText(each) !== specText(candidate));
  return { candidate, fought, rivals: fought ? declarers.filter((each) => each !== candidate) : rivals };
}

/** Whether it is only there because another program could render what a unit of Argo CD renders otherwise. */
export function isCovered({ by, key }: Candidate, renderers: ReadonlyMap<string, string>): boolean {
  if (by === undefined || by.reconciler === 'argo-cd') return false;
  const renderer = renderers.get(by.path);
  return renderer !== undefined && renderer !== key;
}

/** Paths of units of Argo CD that were rendered, with their keys; the root is also that of units with no path at all. */
export function renderersAt(
  units: readonly { readonly unit: Unit; readonly key: string }[],
): ReadonlyMap<string, string> {
  return new Map(units.flatMap(({ unit, key }) => (unit.path === '.' ? [] : [[unit.path, key]])));
}

function rank({ by, generatedBy }: Candidate): number {
  if (by?.reconciler === 'argo-cd' && generatedBy === undefined) return 0;
  if (generatedBy !== undefined) return 1;
  return by === undefined ? 3 : 2;
}

/** In one render, or one file, the last of two counts. */
function lastOfEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const last = new Map<string, Candidate>();
  for (const each of candidates) {
    const { by, generatedBy, place } = each;
    last.set(generatedBy ?? by?.id ?? place?.file ?? '', each);
  }
  return [...last.values()];
}

/** Files of several environments name the same Application; the one that is least unlike the live one is meant here. */
function nearest(candidates: readonly Candidate[]): readonly Candidate[] {
  const live = candidates[0]?.live;
  if (live === undefined || candidates.length === 1) return candidates;
  const wanted = normalizedSpec(objectAt(live, 'spec'));
  const distances = new Map(
    candidates.map((each) => [
      each,
      differingFields(wanted, normalizedSpec(objectAt(each.manifest, 'spec')), 4).length,
    ]),
  );
  return [...candidates].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}

function specText({ manifest }: Candidate): string {
  return canonicalJson(objectAt(manifest, 'spec'));
}
