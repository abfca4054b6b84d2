/** What helm-controller applies, prunes and has on record for a unit whose chart, values and render are known. */
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Unit } from '../../unit.ts';
import type { FluxKind } from '../flux-kind.ts';
import { helmReleaseUnit } from '../flux-unit.ts';
import type { FluxMeans } from '../flux.ts';
import { applierOf } from './applier.ts';
import { appliesOf } from './applies.ts';
import { attemptsFor, type Planned } from './attempts.ts';
import { claimsOf } from './claims.ts';
import { consumedBy } from './consumed.ts';
import { valuesOf } from './given-values.ts';
import { chartOf } from './known-chart.ts';
import { looksAt } from './looks-at.ts';
import { newlyHidden } from './newly-hidden.ts';
import { notesOn } from './notes.ts';
import { pruningOf } from './prune.ts';
import { releaseActionOf } from './release-action.ts';
import { revisionChangeOf, type RevisionChange } from './revision-change.ts';
import { appliedOf, inventoryOf } from './standing.ts';
import { unitCourse } from './unit-course.ts';

type Applying = Omit<FluxKind, 'closure' | 'declares' | 'renderPlan' | 'finish'>;

export function applying({ mask, installations }: FluxMeans): Applying {
  return {
    looksAt: (unit) => looksAt(plannedFor(unit, []).action),
    attempts: async (unit, desire) => {
      const objects = desire.desired.map(({ object }) => object);
      return Promise.resolve(attemptsFor(helmReleaseUnit(unit), desire, plannedFor(unit, objects)));
    },
    course: async (unit, said, { gone }) => {
      const objects = said.flatMap(({ attempt }) => (attempt.kind === 'delete' ? [] : [attempt.object]));
      return Promise.resolve(
        unitCourse(helmReleaseUnit(unit), said, { ...plannedFor(unit, objects), gone, mask }),
      );
    },
    applied: (unit) => appliedOf(unit, mask),
    lastSync: () => ({ kind: 'none' }),
    consumed: consumedBy,
    inventory: (unit) => inventoryOf(unit, mask),
    prune: (unit, object, gone) => pruningOf(unit, { object, gone }, plannedFor(unit, [])),
    newlyHidden: async (base, head, live) => Promise.resolve(newlyHidden(base, head, live)),
    // An upgrade writes all fields, whatever its rules for drift say.
    ignoring: () => undefined,
    notes: (unit, outcomes) => {
      const objects = outcomes.flatMap(({ after }) => after ?? []);
      return notesOn(helmReleaseUnit(unit), outcomes, { ...plannedFor(unit, objects), mask });
    },
    claims: (unit, outcomes) => claimsOf(unit, outcomes, { action: plannedFor(unit, []).action, mask }),
    identity: (unit) => applierOf(unit, installations),
    applies: (unit, base) => appliesOf(unit, { mask, base }),
  };
}

/** `objects`: as they are rendered, where they are known; they may tell the version of their chart. */
function plannedFor(unit: Unit, objects: readonly KubeObject[]): Planned {
  const settings = helmReleaseUnit(unit);
  const chart = chartOf(unit);
  const action = releaseActionOf(settings, chart.name);
  // Where the release is another one, what stands is not looked at.
  const change: RevisionChange =
    action.kind === 'upgrade'
      ? revisionChangeOf(settings, { chart, values: valuesOf(unit), objects })
      : { kind: 'made', changed: 'release' };
  return { action, change };
}
