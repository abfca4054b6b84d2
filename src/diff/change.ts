/** What happens to one object, field by field, with the cause and the writer of each difference. */
import type { FieldPath } from '../object/field-path.ts';
import type { VersionedIdentity } from '../object/identity.ts';
import type { Json } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import type { Place } from '../object/place.ts';

export const actions = [
  'created',
  'adopted',
  'configured',
  'unchanged',
  'recreated',
  'deleted',
  'unpruned',
  'orphaned',
  'handed-over',
  'skipped',
  'refused',
  'conflict',
  'not-reached',
  'gap',
] as const;
export type Action = (typeof actions)[number];

export const refusers = ['server', 'reconciler', 'rights'] as const;
export type Refuser = (typeof refusers)[number];

export const causes = ['pull-request', 'unsynced', 'input-moved', 'drift', 'controller'] as const;
export type Cause = (typeof causes)[number];

/** From what it is known what was applied last: `last-sync` where that was rendered again. */
export const appliedRecords = ['objects', 'annotation', 'managed-fields', 'last-sync', 'unknown'] as const;
export type AppliedRecord = (typeof appliedRecords)[number];

export const authorKinds = ['controller', 'person'] as const;

/** Who stands behind a field manager. */
export interface Author {
  readonly kind: (typeof authorKinds)[number];
  readonly name: Masked;
  /** Of a controller: what it means that an apply takes its value away. */
  readonly taken: Masked | undefined;
}

export interface FieldChange {
  /** Such as `.spec.template.spec.containers[name=web].image`. */
  readonly path: Masked;
  /** JSON text of the value, masked; undefined where the field does not exist. */
  readonly before: Masked | undefined;
  readonly after: Masked | undefined;
  readonly causes: readonly Cause[];
  /** The field manager of the live value; `admission` or `defaulting` where nobody owns it. */
  readonly writer: Masked | undefined;
  /** Of the writer, where its name is known. */
  readonly author?: Author | undefined;
}

/** What a workload does when its template changes. */
export interface Restart {
  /** Pods that are replaced; undefined where the count is not known (a DaemonSet without live status). */
  readonly pods: number | undefined;
}

export interface Change {
  /** The unit's id. */
  readonly unit: string;
  readonly object: VersionedIdentity;
  readonly action: Action;
  readonly by: Refuser | undefined;
  readonly causes: readonly Cause[];
  /** What tells its causes apart; undefined where the pull request is the only one. */
  readonly applied?: AppliedRecord | undefined;
  /** Position in the reconciler's apply order, from 0. */
  readonly order: number;
  readonly live: LiveRecord | undefined;
  readonly fields: readonly FieldChange[];
  readonly assumes: readonly Masked[];
  readonly warnings: readonly Masked[];
  /** Why it is refused, in conflict, skipped, not reached or a gap. */
  readonly message: Masked | undefined;
  /** Finalizers that hold a live object which is being deleted. */
  readonly terminating: readonly Masked[] | undefined;
  readonly restart: Restart | undefined;
  /** Fields that differ and that the reconciler's own comparison does not show. */
  readonly hidden: HiddenFields | undefined;
  /** Workloads that use this changed ConfigMap or Secret and do not restart, as `Kind/name`. */
  readonly staleUsers: readonly Masked[];
  /** Unified diff of the masked YAML; empty when nothing changes. */
  readonly text: Masked;
}

export interface HiddenFields {
  readonly paths: readonly Masked[];
  /** The sync overwrites them all the same. */
  readonly stillWritten: boolean;
}

export interface LiveRecord {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly managers: readonly Masked[];
}

/** A change with the unmasked objects behind it. Rules read it; nothing of it is shown but `change`. */
export interface Comparison {
  readonly change: Change;
  /** As it stands without the pull request: live, or base where no cluster answers. */
  readonly before: KubeObject | undefined;
  /** As it will stand: the prediction, or head where no cluster answers. */
  readonly after: KubeObject | undefined;
  /** What an approval of this change binds to: the action, and what differs between the two manifests, unmasked. */
  readonly binding: Json;
  /** The paths of the change's fields, in their order; without them, no field of it can be looked for in the source. */
  readonly paths?: readonly FieldPath[];
  /** Where head declares it; where it is gone, where base declared it. */
  readonly origin: Place | undefined;
  /** Where it is handed over: what the unit that it leaves does with it. */
  readonly left?: Action;
  /** Where it is refused, but what lives is deleted before: whether it is made again as it was. */
  readonly lost?: 'deleted' | 'restored';
}
