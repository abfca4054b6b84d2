/** A release that is installed -> the request by which Helm makes its namespace, where that is not there. */
import { identityKey, objectKey } from '../../../object/identity.ts';
import type { Identity } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Desire, UnstagedAttempt } from '../../attempt.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { releaseOf } from '../units/deployments.ts';
import { startOf } from './record-of.ts';
import { manager } from './request.ts';

export function namespaceIdentity({ options, bundle }: FleetUnit): Identity {
  return { group: '', kind: 'Namespace', namespace: '', name: releaseOf(options, bundle.name).namespace };
}

/** Undefined where it lives, where the bundle itself declares it, and at an upgrade. */
export function ownNamespace(settings: FleetUnit, { desired, live }: Desire): UnstagedAttempt | undefined {
  const identity = namespaceIdentity(settings);
  const key = identityKey(identity);
  const isDeclared = desired.some(({ object }) => objectKey(object) === key);
  if (startOf(settings) !== undefined || desired.length === 0 || isDeclared || live.has(key))
    return undefined;
  const { name } = identity;
  const object: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { name } } };
  return { kind: 'apply', object, manager, force: false, validation: 'Strict' };
}
