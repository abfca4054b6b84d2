/** A Flux Kustomization: what kustomize-controller renders, applies and prunes for it. */
import type { InstallationConfig } from '../../../config/operator.ts';
import type { Unit } from '../../unit.ts';
import type { FluxKind } from '../flux-kind.ts';
import type { FluxMeans } from '../flux.ts';
import { appliesOf } from './apply/applies.ts';
import { attemptsFor } from './apply/attempts.ts';
import { courseOf } from './apply/course.ts';
import { identityFor } from './apply/identity.ts';
import { inventoryOf } from './apply/inventory.ts';
import { lastSync } from './apply/last-sync.ts';
import { manager } from './apply/writer.ts';
import { pruningOf } from './apply/prune.ts';
import { sharedClaims, sharedNotes } from './apply/claimed-twice.ts';
import { specNotes } from './apply/spec-notes.ts';
import { closure } from './closure.ts';
import { declares } from './declares.ts';
import { finish } from './finish.ts';
import { ignoring } from './ignore/ignoring.ts';
import { newlyHidden } from './ignore/newly-hidden.ts';
import { renderPlan } from './plan.ts';

export function kustomization({ mask, installations }: FluxMeans): FluxKind {
  return {
    closure,
    declares,
    renderPlan: async (unit, tree) => renderPlan(unit, tree, mask),
    finish,
    looksAt: () => [],
    attempts: async (unit, desire) => Promise.resolve(attemptsFor(unit, desire)),
    course: async (unit, said, situation) => Promise.resolve(courseOf(unit, said, { ...situation, mask })),
    // All that it writes it writes by server-side apply, and leaves no other record on the object.
    applied: () => ({ kind: 'managed-fields', manager }),
    lastSync,
    consumed: () => new Map(),
    inventory: inventoryOf,
    prune: pruningOf,
    newlyHidden: async (base, head, live) => Promise.resolve(newlyHidden(base, head, live)),
    ignoring,
    notes: (unit, outcomes) => [...specNotes(unit, mask), ...sharedNotes(unit, outcomes, mask)],
    claims: (unit, outcomes) => sharedClaims(unit, outcomes, mask),
    identity: (unit) => identityFor(unit, appliesAsOf(unit, installations)),
    applies: (unit) => appliesOf(unit, mask),
  };
}

function appliesAsOf(
  { home }: Unit,
  installations: readonly InstallationConfig[],
): InstallationConfig['appliesAs'] {
  return installations
    .filter(({ cluster, kind }) => cluster === home.cluster && kind === 'flux')
    .flatMap(({ appliesAs }) => appliesAs);
}
