/** A sync that has started and the answers to its attempts -> why Argo CD ends it before its first request (controller/sync.go, SyncAppState). */
import { words, type Masked } from '../../../object/masked.ts';
import type { Said } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import { maskOf } from '../units/unit-mask.ts';
import { unusableAccount } from './identity.ts';
import { syncPolicyOf } from './policy.ts';
import { sharedWith } from './claimed-twice.ts';

export function syncRefusal(unit: Unit, said: readonly Said[]): Masked | undefined {
  return sharedRefusal(unit, said) ?? unusableAccount(unit);
}

function sharedRefusal(unit: Unit, said: readonly Said[]): Masked | undefined {
  const settings = argoUnit(unit);
  if (!syncPolicyOf(settings).options.includes('FailOnSharedResource=true')) return undefined;
  const mask = maskOf(unit);
  for (const { attempt, live } of said) {
    const other = attempt.kind === 'skip' ? undefined : sharedWith(settings, live);
    if (other === undefined) continue;
    const { kind, metadata } = attempt.object;
    return words`${mask.text(`${kind} ${metadata.name}`)} is part of the Application ${mask.text(other)} too, and FailOnSharedResource refuses the whole sync`;
  }
  return undefined;
}
