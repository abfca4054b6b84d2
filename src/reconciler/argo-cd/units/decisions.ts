/** What was seen of a home cluster -> that part of it which clusterDecisionResource generators look at. */
import type { Gap } from '../../../object/gap.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { Home } from '../../declarations.ts';
import { decisionReads, isAbout } from '../application-set/decision-reads.ts';
import type { Decisions } from '../application-set/side.ts';
import { isOf, reads } from './reads.ts';

export function decisionsOf({ installation, objects, gaps }: Home): Decisions {
  const { namespace } = installation;
  const sets = objects.filter((object) => isOf(object, 'ApplicationSet'));
  return {
    objects: objects.filter((object) => namespaceOf(object) === namespace),
    reads: decisionReads(namespace, sets, objects),
    gaps,
  };
}

export function isOfDecisions(gap: Gap, home: Home): boolean {
  if (reads(home.installation, []).some((read) => isAbout(gap, read))) return false;
  return decisionsOf(home).reads.some((read) => isAbout(gap, read));
}
