/** An Application's spec -> when it syncs and with which options, as Argo CD reads them (facts/reconcilers.md §1b, §1g). */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { ArgoUnit } from '../application.ts';

export interface Automated {
  readonly prune: boolean;
  readonly selfHeal: boolean;
  readonly allowEmpty: boolean;
}

export interface SyncPolicy {
  /** Undefined where a person starts each sync. */
  readonly automated: Automated | undefined;
  readonly options: readonly string[];
  readonly managedNamespaceMetadata: JsonObject | undefined;
}

export function syncPolicyOf({
  application,
  rolling,
}: Pick<ArgoUnit, 'application' | 'rolling'>): SyncPolicy {
  const policy = at(application.spec, 'syncPolicy');
  const options = at(policy, 'syncOptions');
  const metadata = at(policy, 'managedNamespaceMetadata');
  const automated = at(policy, 'automated');
  return {
    automated: rolling === null ? automatedOf(automated) : rolledOut(automated),
    options: isJsonArray(options) ? options.filter((option) => typeof option === 'string') : [],
    managedNamespaceMetadata: isJsonObject(metadata) ? metadata : undefined,
  };
}

/** An ApplicationSet with RollingSync starts the syncs itself, so that the guards of automated ones do not count. */
function rolledOut(automated: Json | undefined): Automated {
  return { prune: at(automated, 'prune') === true, selfHeal: false, allowEmpty: true };
}

/** An empty `automated` turns it on. */
export function automatedOf(automated: Json | undefined): Automated | undefined {
  if (!isJsonObject(automated) || automated['enabled'] === false) return undefined;
  return {
    prune: automated['prune'] === true,
    selfHeal: automated['selfHeal'] === true,
    allowEmpty: automated['allowEmpty'] === true,
  };
}
