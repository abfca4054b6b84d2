/** What a unit declares, what leaves it and what is live -> the requests of kustomize-controller, stage by stage. */
import { objectKey } from '../../../../object/identity.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import type { Attempt, Desire } from '../../../attempt.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit } from '../../flux-unit.ts';
import { asSent } from './as-sent.ts';
import { compareInStage, stageOf, stages } from './order.ts';
import { requestFor } from './request.ts';

export function attemptsFor(unit: Unit, { desired, leaving, live, strategies }: Desire): readonly Attempt[] {
  const settings = kustomizationUnit(unit);
  const sent = desired.map(({ object }) => ({ object, stage: stageOf(object, settings.installation) }));
  const inOrder = sent.toSorted((a, b) => a.stage - b.stage || compareInStage(a.object, b.object));
  return [
    ...inOrder.map(({ object, stage }): Attempt => {
      const sending = {
        declared: object,
        object: asSent(object, strategies),
        live: live.get(objectKey(object)),
      };
      return { ...requestFor(settings, sending), stage };
    }),
    ...leaving.toSorted((a, b) => compareInStage(b, a)).map(deletion),
  ];
}

/** Its labels are read first. What cannot be read is applied all the same, and not deleted. */
function deletion(object: KubeObject): Attempt {
  return { kind: 'delete', object, propagation: 'Background', alsoNeeds: ['get'], stage: stages.prune };
}
