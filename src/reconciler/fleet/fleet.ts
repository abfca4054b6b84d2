/** Rancher Fleet, as it is installed where the unit's GitRepo lives: which bundles it makes for which clusters, and what its agents apply there. */
import type { ClusterConfig } from '../../config/operator.ts';
import type { Mask } from '../../object/masked.ts';
import { words } from '../../object/masked.ts';
import type { Reconciler } from '../contract.ts';
import { filesThatMayMention, mayDeclare } from '../mentions.ts';
import type { Templates } from '../templates.ts';
import { appliesOf } from './apply/applies.ts';
import { attemptsFor } from './apply/attempts.ts';
import { courseOf, leftAlone } from './apply/course.ts';
import { identityOf } from './apply/identity.ts';
import { finish } from './apply/marks.ts';
import { newlyHidden } from './apply/newly-hidden.ts';
import { notesOn } from './apply/notes.ts';
import { namespaceIdentity } from './apply/own-namespace.ts';
import { pruningOf } from './apply/prune.ts';
import { applied, inventory } from './apply/record-of.ts';
import { fleetUnit } from './fleet-unit.ts';
import { between } from './units/between.ts';
import { closure } from './units/closure.ts';
import { discover } from './units/discover.ts';
import { renderPlan } from './units/plan.ts';
import { reads } from './units/reads.ts';
import { redeploys } from './apply/redeploys.ts';

export interface FleetMeans {
  readonly clusters: readonly ClusterConfig[];
  readonly mask: Mask;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly templates: Templates;
}

/** For one review. */
export function fleet({ clusters, mask, now, templates }: FleetMeans): Reconciler {
  const sides = between();
  return {
    name: 'fleet',
    givesWay: false,
    isGuess: () => false,
    reads: (installation, seen) => reads(installation, seen, clusters),
    foreseen: filesThatMayMention,
    discover: async (declarations) => discover(declarations, { templates, between: sides, now }),
    closure,
    declares: async (unit, tree) => mayDeclare(await closure(unit, tree), tree),
    renderPlan: async (unit, tree) => renderPlan(unit, tree, mask),
    finish,
    looksAt: (unit) => [namespaceIdentity(fleetUnit(unit))],
    attempts: async (unit, desire) => Promise.resolve(attemptsFor(unit, desire)),
    course: async (unit, said, { gone }) =>
      Promise.resolve(gone || redeploys(sides.base(), unit) ? courseOf(unit, said) : leftAlone(unit, said)),
    applied,
    lastSync: () => ({ kind: 'none' }),
    consumed: () => new Map(),
    inventory,
    prune: pruningOf,
    newlyHidden: async (base, head, live) => Promise.resolve(newlyHidden(base, head, live)),
    ignoring: () => ignoring,
    notes: (unit, outcomes) => notesOn(unit, outcomes, mask),
    claims: () => [],
    identity: identityOf,
    applies: (unit) => appliesOf(unit, mask),
    counterpart: () => undefined,
  };
}

const ignoring = words`an entry for it under \`diff.comparePatches\` of its \`fleet.yaml\`, which only hides it: Helm writes the field all the same`;
