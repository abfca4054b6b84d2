/**
 * What Git declares of an Application, and the live one -> the spec once the declaration is applied again: what an image
 * updater or a person added to the live one, and Git never stated, stays (a three-way apply of a custom resource).
 */
import type { JsonObject } from '../../../object/json.ts';
import { afterPatch, threeWayPatch } from '../../../object/merge/three-way.ts';
import type { Origin } from '../../../source/origin.ts';
import { originalOf } from '../apply/three-way.ts';
import type { Candidate } from './candidate.ts';
import { objectAt } from '../../../object/fields.ts';
import { pointsHere } from './points-here.ts';

const form = { kind: 'json-merge' } as const;

type Declared = Pick<Candidate, 'manifest' | 'live' | 'declaredIn' | 'generatedBy'>;

/** As declared where no record tells what was added; and of one that another repository owns nothing is taken. */
export function specAfterApply(candidate: Declared, origin: Origin | undefined): JsonObject {
  const { live, declaredIn, generatedBy } = candidate;
  const modified = objectAt(candidate.manifest, 'spec');
  if (live === undefined || declaredIn === 'cluster' || generatedBy !== undefined) return modified;
  const recorded = originalOf(live);
  if (recorded.kind !== 'read' || recorded.object === undefined || !pointsHere(live, origin)) return modified;
  const current = objectAt(live, 'spec');
  const patch = threeWayPatch({ form, original: objectAt(recorded.object, 'spec'), modified, current });
  if (patch.kind === 'unchanged') return current;
  const after = patch.kind === 'patch' ? afterPatch(current, patch.body, form) : patch;
  return after.kind === 'made' ? after.value : modified;
}
