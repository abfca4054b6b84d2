/** A HelmRelease and what was said to its attempts -> the course of what its controller does: a run of Helm, a correction of drift, or nothing. */
import { textAt } from '../../../object/fields.ts';
import { at } from '../../../object/json.ts';
import { words, type Mask, type Masked } from '../../../object/masked.ts';
import type { Course, Said } from '../../attempt.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { asSaid, goneCourse, leftAlone, runCourse } from './course.ts';
import { driftModeOf } from './drift.ts';
import type { ReleaseAction } from './release-action.ts';
import type { RevisionChange } from './revision-change.ts';

export interface Coming {
  readonly action: ReleaseAction;
  readonly change: RevisionChange;
  /** The HelmRelease itself leaves. */
  readonly gone: boolean;
  readonly mask: Mask;
}

export function unitCourse(
  unit: HelmReleaseUnit,
  said: readonly Said[],
  { action, change, gone, mask }: Coming,
): readonly Course[] {
  if (gone) return goneCourse(said);
  if (isSuspended(unit)) return leftAlone(said, suspended);
  if (usesForbiddenSource(unit)) {
    return said.map(({ attempt }) => (attempt.kind === 'skip' ? asSaid : otherNamespace));
  }
  if (change.kind === 'made') return runCourse(said, action);
  // Each object is corrected by itself, whatever fails.
  if (driftModeOf(unit) === 'enabled') return said.map(() => asSaid);
  return leftAlone(said, whyNone(unit, mask.text(change.version)));
}

function whyNone(unit: HelmReleaseUnit, version: Masked): Masked {
  const drift =
    driftModeOf(unit) === 'warn' ? words`drift detection only warns` : words`drift detection is off`;
  return words`helm-controller makes no new revision: for it the chart (version ${version}), the values and the post-rendering are those of the release that stands, and ${drift}`;
}

/**
 * A suspension that comes with the merge comes with all else of its HelmRelease, but beside the artifact that its own
 * repository gives to its chart.
 */
function isSuspended({ declared, live, source }: HelmReleaseUnit): boolean {
  const [said, was] = [at(declared.spec, 'suspend'), at(live?.spec, 'suspend') === true];
  if (said === undefined) return was;
  return said === true && (live === null || was || source.kind !== 'own');
}

function usesForbiddenSource({ declared: { namespace, spec }, installation }: HelmReleaseUnit): boolean {
  if (!installation.noCrossNamespaceRefs) return false;
  const named =
    textAt(spec, 'chart', 'spec', 'sourceRef', 'namespace') || textAt(spec, 'chartRef', 'namespace');
  return named !== '' && named !== namespace;
}

const suspended = words`the HelmRelease is suspended: nothing of it is applied or pruned until it is resumed, and then all of this is`;
const otherNamespace: Course = {
  kind: 'refused',
  why: words`this Flux lets no HelmRelease use a source of another namespace (--no-cross-namespace-refs), so it applies nothing of it`,
};
