/** A unit -> as whom its agent applies it (internal/helmdeployer/impersonate.go). */
import { textAt } from '../../../object/fields.ts';
import { words } from '../../../object/masked.ts';
import type { Applier } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';

/** The agent itself may do everything, as it is installed. */
export function identityOf(unit: Unit): Applier {
  const { options, cluster, defaultAccount } = fleetUnit(unit);
  const { agentNamespace: namespace } = cluster;
  const named = textAt(options, 'serviceAccount');
  if (namespace !== '' && named !== '') return { kind: 'service-account', namespace, name: named };
  if (namespace !== '' && defaultAccount !== null)
    return { kind: 'service-account', namespace, name: defaultAccount ? 'fleet-default' : 'fleet-agent' };
  const why = words`whether the ServiceAccount fleet-default is beside the agent was not seen, so it is not known as whom this is applied`;
  return { kind: 'gap', gap: { kind: 'applier-unnamed', unit: unit.id, object: undefined, why } };
}
