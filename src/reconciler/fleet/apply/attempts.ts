/** What a unit declares, what leaves it and what is live -> the requests of its agent's Helm, in their order (facts §6b, §12). */
import { objectKey } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { textAt } from '../../../object/fields.ts';
import { words } from '../../../object/masked.ts';
import type { Attempt, Desire, UnstagedAttempt } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { inInstallOrder } from '../../helm-kind-order.ts';
import { isNamespaced } from './marks.ts';
import { namespaceMarks } from './namespace-marks.ts';
import { ownNamespace } from './own-namespace.ts';
import { isRefused } from './ownership.ts';
import { requestFor } from './request.ts';

export function attemptsFor(unit: Unit, desire: Desire): readonly Attempt[] {
  const settings = fleetUnit(unit);
  const objects = desire.desired.map(({ object }) => object);
  const hooks = objects.filter(isHook);
  const own = ownNamespace(settings, desire);
  const applied = inInstallOrder(objects.filter((object) => !isHook(object)));
  const unstaged: readonly UnstagedAttempt[] = [
    ...hooks.map((object): UnstagedAttempt => ({ kind: 'skip', object, why: hookWords })),
    ...(own === undefined ? [] : [own]),
    ...applied.map((object) => requestOf(object, settings, desire)),
    ...desire.leaving.map((object): UnstagedAttempt => ({
      kind: 'delete',
      object,
      propagation: 'Background',
    })),
    ...namespaceMarks(settings, desire),
  ];
  return unstaged.map((attempt, stage) => ({ ...attempt, stage }));
}

const hookWords = words`this is a hook of Helm: it runs beside the release, and what it does is not looked at`;

const unreadWords = words`whether and how its release was applied before is not known: the record of it could not be read`;

function isHook(object: KubeObject): boolean {
  return textAt(object, 'metadata', 'annotations', 'helm.sh/hook') !== '';
}

function requestOf(object: KubeObject, settings: FleetUnit, desire: Desire): UnstagedAttempt {
  if (settings.releaseUnread !== null) return { kind: 'unknown', object, why: unreadWords };
  const forced = textAt(settings.options, 'namespace');
  if (forced !== '' && !isNamespaced(object)) {
    const why = words`the bundle forces all objects into one namespace, and Fleet takes no cluster-scoped object then`;
    return { kind: 'refuse', object, ends: 'sync', why };
  }
  const live = desire.live.get(objectKey(object));
  const refused = isRefused(settings, object, live);
  return refused === undefined
    ? requestFor(settings, { object, live, strategies: desire.strategies })
    : { kind: 'refuse', object, ends: 'sync', why: refused };
}
