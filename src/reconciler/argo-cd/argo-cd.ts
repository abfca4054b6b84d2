/** Argo CD, as it is installed and set where the unit's Application lives: what it renders, compares, applies and prunes. */
import type { InstallationConfig } from '../../config/operator.ts';
import { identityOf } from '../../object/identity.ts';
import type { Identity } from '../../object/identity.ts';
import type { Mask } from '../../object/masked.ts';
import { words } from '../../object/masked.ts';
import type { Reconciler } from '../contract.ts';
import { filesThatMayMention } from '../mentions.ts';
import type { Unit } from '../unit.ts';
import type { Templates } from '../templates.ts';
import { argoUnit } from './application.ts';
import { betweenSides } from './application-set/between-sides.ts';
import { newlyHidden } from './ignore/newly-hidden.ts';
import { applied, consumed, lastSync } from './last-sync.ts';
import { respected } from './respected.ts';
import { appliesOf } from './sync/applies.ts';
import { attemptsFor } from './sync/attempts.ts';
import { identityFor } from './sync/identity.ts';
import { inventoryOf } from './sync/inventory.ts';
import { sharedClaims } from './sync/claimed-twice.ts';
import { notesOn } from './sync/notes.ts';
import { ownNamespaceOf } from './sync/own-namespace.ts';
import { pruningOf } from './sync/prune.ts';
import { withTracking } from './sync/tracking.ts';
import { closure } from './units/closure.ts';
import { declares } from './units/declares.ts';
import { discover } from './units/discover.ts';
import { counterpart } from './units/hydrator.ts';
import { renderPlan } from './units/plan.ts';
import { permits } from './units/project.ts';
import { reads } from './units/reads.ts';
import { unitCourse } from './unit-course.ts';

export interface ArgoCdMeans {
  readonly templates: Templates;
  readonly installations: readonly InstallationConfig[];
  readonly mask: Mask;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** For one review. */
export function argoCd({ templates, installations, mask, now }: ArgoCdMeans): Reconciler {
  const between = betweenSides();
  return {
    name: 'argo-cd',
    givesWay: false,
    isGuess: () => false,
    reads,
    foreseen: filesThatMayMention,
    discover: async (declarations) => discover(declarations, { templates, between }),
    closure,
    declares,
    renderPlan,
    finish: withTracking,
    looksAt: (unit) => namespaceOfUnit(unit),
    attempts: async (unit, desire) =>
      attemptsFor(unit, desire, {
        forbids: (object) => (permits(unit, identityOf(object)) ? undefined : notPermitted),
        respected: async (target, live) => respected(unit, { target, live }, desire.strategies),
      }),
    course: async (unit, said, situation) => unitCourse(unit, said, { ...situation, now: now() }),
    applied,
    lastSync,
    consumed,
    inventory: inventoryOf,
    prune: (unit, object, gone) =>
      pruningOf(unit, { object, gone, isForbidden: !permits(unit, identityOf(object)) }),
    newlyHidden,
    ignoring: () => ignoring,
    notes: (unit, outcomes) => notesOn(unit, outcomes, mask),
    claims: (unit, outcomes) => sharedClaims(unit, outcomes, mask),
    identity: (unit) => identityFor(unit, appliesAsOf(unit, installations)),
    applies: (unit, base) => appliesOf(unit, { now: now(), mask, base }),
    counterpart,
  };
}

const notPermitted = words`its project does not permit this object`;

const ignoring = words`an entry for it under \`ignoreDifferences\`, with the sync option \`RespectIgnoreDifferences=true\``;

function namespaceOfUnit(unit: Unit): readonly Identity[] {
  const namespace = ownNamespaceOf(argoUnit(unit), []);
  return namespace === undefined ? [] : [identityOf(namespace)];
}

function appliesAsOf(
  unit: Unit,
  installations: readonly InstallationConfig[],
): InstallationConfig['appliesAs'] {
  const { installation } = argoUnit(unit);
  return installations
    .filter(({ cluster, namespace }) => cluster === unit.home.cluster && namespace === installation.namespace)
    .flatMap(({ appliesAs }) => appliesAs);
}
