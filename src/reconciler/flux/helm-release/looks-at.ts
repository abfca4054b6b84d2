/** What Helm is about to do -> live objects on which that depends, besides those that it declares or holds. */
import { identityOf, type Identity } from '../../../object/identity.ts';
import { namespaceOfRelease } from './attempts.ts';
import type { ReleaseAction } from './release-action.ts';

export function looksAt(action: ReleaseAction): readonly Identity[] {
  if (action.kind === 'upgrade' || !action.createsNamespace) return [];
  return [identityOf(namespaceOfRelease(action.target.namespace))];
}
