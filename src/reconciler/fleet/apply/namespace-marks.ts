/** Labels and annotations that a bundle gives to its namespace -> the request by which the agent leaves it with these alone (internal/cmd/agent/deployer). */
import { identityKey } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { partAt, textMapAt } from '../../../object/fields.ts';
import type { Desire, UnstagedAttempt } from '../../attempt.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { namespaceIdentity } from './own-namespace.ts';
import { manager } from './request.ts';

const ownLabel = 'kubernetes.io/metadata.name';

/** After the release; what others have put on the namespace goes. */
export function namespaceMarks(settings: FleetUnit, { live }: Desire): readonly UnstagedAttempt[] {
  const labels = partAt(settings.options, 'namespaceLabels');
  const annotations = partAt(settings.options, 'namespaceAnnotations');
  const namespace = live.get(identityKey(namespaceIdentity(settings)));
  if (namespace === undefined || (labels === undefined && annotations === undefined)) return [];
  const name = textMapAt(namespace, 'metadata', 'labels')[ownLabel];
  const object: KubeObject = {
    ...namespace,
    metadata: {
      ...namespace.metadata,
      ...(labels === undefined
        ? {}
        : { labels: { ...(name === undefined ? {} : { [ownLabel]: name }), ...labels } }),
      ...(annotations === undefined ? {} : { annotations }),
    },
  };
  return [{ kind: 'put', object, manager, validation: 'Warn' }];
}
