/** Candidates of one name -> the one that counts, and whether others say something else. */
import { canonicalJson } from '../../../object/canonical.ts';
import { objectAt } from './fields.ts';
import type { Candidate } from './candidate.ts';

export interface Settled {
  readonly candidate: Candidate;
  /** Of other declarers, with another spec or not. */
  readonly rivals: readonly Candidate[];
}

/** What a unit of Argo CD renders counts before what a set makes, that before other renders, these before files. */
export function settled(candidates: readonly Candidate[]): Settled | undefined {
  const ranked = [...candidates].sort((a, b) => rank(a) - rank(b));
  const [first] = ranked;
  if (first === undefined) return undefined;
  const equals = ranked.filter((each) => rank(each) === rank(first));
  // In one render the last of two counts.
  const own = equals.filter(
    ({ by, generatedBy }) => by?.id === first.by?.id && generatedBy === first.generatedBy,
  );
  const candidate = (first.by === undefined ? own[0] : own.at(-1)) ?? first;
  const rivals = equals.filter(
    (each) => each !== candidate && (each.by?.id !== candidate.by?.id || each.by === undefined),
  );
  return { candidate, rivals: rivals.filter((each) => !isCopy(each, candidate)) };
}

function rank({ by, generatedBy }: Candidate): number {
  if (by?.reconciler === 'argo-cd' && generatedBy === undefined) return 0;
  if (generatedBy !== undefined) return 1;
  return by === undefined ? 3 : 2;
}

/** Two files with the same words are one Application that was written twice. */
function isCopy(one: Candidate, other: Candidate): boolean {
  if (one.by !== undefined) return false;
  return canonicalJson(objectAt(one.manifest, 'spec')) === canonicalJson(objectAt(other.manifest, 'spec'));
}
