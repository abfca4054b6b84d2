/** An object that lives when its release is installed -> why Helm would not take it over; undefined where it would. */
import type { KubeObject } from '../../../object/kube-object.ts';
import { flagAt } from '../../../object/fields.ts';
import { words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import { isOwnedBy } from '../../helm-ownership.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { releaseOf } from '../units/deployments.ts';
import { startOf } from './record-of.ts';

/** An upgrade takes over whatever there is. */
export function isRefused(
  settings: FleetUnit,
  object: KubeObject,
  live: KubeObject | undefined,
): Masked | undefined {
  const { options, bundle } = settings;
  if (live === undefined || startOf(settings) !== undefined || flagAt(options, 'helm', 'takeOwnership'))
    return undefined;
  if (object.metadata.name === '') return undefined;
  const isOwn = isOwnedBy(live, releaseOf(options, bundle.name));
  return isOwn
    ? undefined
    : words`it exists already and is not of this release, which Helm installs only with takeOwnership then`;
}
