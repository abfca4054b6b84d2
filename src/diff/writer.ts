/** A difference -> the field manager it is attributed to. */
import type { FieldPath } from '../object/field-path.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { FieldChange } from './change.ts';
import { authorOf } from './known-writer.ts';
import { ownersOf } from './managed-fields.ts';
import type { Difference } from './three-way.ts';

/**
 * Fields that the API server fills in by itself (facts/reconcilers.md §10). Defaulting and admission leave the same
 * trace, none, so a field without an owner counts as defaulting when its name, or that of a field above it, is one of
 * these, else as admission.
 */
const defaulted = new Set(
  (
    'imagePullPolicy terminationMessagePath terminationMessagePolicy dnsPolicy restartPolicy schedulerName ' +
    'securityContext protocol strategy updateStrategy rollingUpdate maxSurge maxUnavailable revisionHistoryLimit ' +
    'progressDeadlineSeconds terminationGracePeriodSeconds timeoutSeconds periodSeconds successThreshold ' +
    'failureThreshold initialDelaySeconds scheme defaultMode podManagementPolicy ' +
    'persistentVolumeClaimRetentionPolicy clusterIP clusterIPs ipFamilies ipFamilyPolicy nodePort targetPort ' +
    'healthCheckNodePort internalTrafficPolicy externalTrafficPolicy allocateLoadBalancerNodePorts sessionAffinity ' +
    'sessionAffinityConfig volumeMode storageClassName volumeName finalizers backoffLimit completionMode ' +
    'completions parallelism suspend manualSelector podReplacementPolicy concurrencyPolicy ' +
    'failedJobsHistoryLimit successfulJobsHistoryLimit serviceAccount creationTimestamp behavior policyTypes ' +
    'enableServiceLinks preemptionPolicy tolerations conversion kubernetes.io/metadata.name divisor apiVersion ' +
    'fieldRef apiGroup names listKind singular minReadySeconds replicas type'
  ).split(' '),
);

function byNobody(path: FieldPath): Masked {
  return path.some((step) => typeof step === 'string' && defaulted.has(step))
    ? words`defaulting`
    : words`admission`;
}

function isRecorded(object: KubeObject | undefined): object is KubeObject {
  return object?.metadata['managedFields'] !== undefined;
}

export interface Witnesses {
  readonly live: KubeObject | undefined;
  readonly prediction: KubeObject | undefined;
}

/**
 * Of the live value, or, where there is none, `admission` or `defaulting` when the unit does not declare what comes.
 * Undefined where the server recorded no ownership at all, or the unit itself brings the field.
 */
export function writerOf(
  difference: Difference,
  { live, prediction }: Witnesses,
  mask: Mask,
): Pick<FieldChange, 'writer' | 'author'> {
  const witness = difference.before === undefined ? prediction : live;
  if (!isRecorded(witness)) return { writer: undefined };
  const [owner] = ownersOf(witness, difference.path);
  if (owner === undefined) return { writer: byNobody(difference.path) };
  if (difference.before === undefined) return { writer: undefined };
  const author = authorOf(owner, difference.path);
  return { writer: mask.text(owner.manager), ...(author && { author }) };
}
