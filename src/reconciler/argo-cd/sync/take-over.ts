/** A live object -> the managers of client-side apply whose fields a server-side apply takes over (facts/reconcilers.md §1b). */
import { at, isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { lastApplied } from '../../../object/last-applied.ts';
import type { ArgoUnit } from '../application.ts';

export interface Migration {
  /** Undefined where the Application turns it off. */
  readonly manager: string | undefined;
}

const usual = 'kubectl-client-side-apply';
const named = 'argocd.argoproj.io/client-side-apply-migration-manager';

export function migrationOf({ application }: ArgoUnit, options: readonly string[]): Migration {
  if (options.includes('ClientSideApplyMigration=false')) return { manager: undefined };
  return { manager: application.annotations[named] || usual };
}

/** kubectl itself takes over whoever wrote the annotation of what was last applied, whatever the Application says. */
export function takenOver(live: KubeObject, migration: Migration): readonly string[] {
  const entries = live.metadata['managedFields'];
  if (!isJsonArray(entries)) return [];
  const managers = entries.flatMap((entry) => {
    const manager = at(entry, 'manager');
    if (typeof manager !== 'string' || at(entry, 'operation') !== 'Update') return [];
    const record = at(entry, 'fieldsV1', 'f:metadata', 'f:annotations', `f:${lastApplied}`);
    return manager === migration.manager || isJsonObject(record) ? [manager] : [];
  });
  return [...new Set(managers)];
}
