/** A server's reply to a dry run -> the prediction (facts/kubernetes.md §1.4): what is refused, and what was only not to be seen. */
import type { GapKind } from '../object/gap.ts';
import type { VersionedIdentity } from '../object/identity.ts';
import { at, isJsonArray } from '../object/json.ts';
import { words, type Masked } from '../object/masked.ts';
import type { FieldConflict, Prediction } from './answer.ts';
import type { Outcome, Reply } from './cluster.ts';
import { failureGap, gapOf, messageOf, rejectedCredential, type Gapping } from './failure-gap.ts';
import { isSecretKind, withoutValues } from './secret-text.ts';

/** What was asked: the object, whose kind says how its messages are masked. */
export interface Asked extends Gapping {
  readonly object: VersionedIdentity;
}

/** For every outcome but a success. Secret values must have been learned by the mask before. */
export function unsuccessful(asked: Asked, outcome: Outcome): Prediction {
  if (outcome.kind === 'failure') return { kind: 'gap', gap: failureGap(asked, outcome, asked.object) };
  const message = messageOf(outcome);
  const hidden = notSeen(asked, outcome, message);
  if (hidden !== undefined)
    return { kind: 'gap', gap: gapOf(asked, { ...hidden, object: asked.object }, hidden.why) };
  const conflicts = conflictsOf(asked, outcome);
  if (conflicts.length > 0) return { kind: 'conflict', conflicts, message: said(asked, message) };
  if (outcome.status >= 500 && !isRefusalBy500(message)) {
    return { kind: 'gap', gap: failureGap(asked, outcome, asked.object) };
  }
  if (outcome.status === 404 && outcome.body === undefined) return refused(noSuchKind(asked));
  return refused(said(asked, message));
}

/** Server's words about this object, masked; values of a Secret are left out. */
export function said(asked: Asked, text: string): Masked {
  return asked.mask.text(isSecretKind(asked.object) ? withoutValues(text) : text);
}

export function noSuchKind(asked: Asked): Masked {
  const { group, version, kind } = asked.object;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return words`no matches for kind "${asked.mask.text(kind)}" in version "${asked.mask.text(apiVersion)}"`;
}

function refused(message: Masked): Prediction {
  return { kind: 'refused', by: 'server', message };
}

interface NotSeen {
  readonly kind: GapKind;
  readonly why: Masked;
}

/** Our own credential's limits are gaps: they say nothing about what the reconciler's apply would meet. */
function notSeen(asked: Asked, reply: Reply, message: string): NotSeen | undefined {
  const webhook = /^admission webhook "([^"]+)" does not support dry run$/.exec(message)?.[1];
  if (webhook !== undefined) {
    const why = words`admission webhook "${asked.mask.text(webhook)}" does not support dry run`;
    return { kind: 'webhook-without-dry-run', why };
  }
  switch (reply.status) {
    case 401:
      return { kind: 'cluster-forbidden', why: rejectedCredential };
    case 429:
      return { kind: 'cluster-timeout', why: words`the server is too busy: ${said(asked, message)}` };
    case 404:
      return isRoleMissing(asked, reply) ? structureOnly : undefined;
    case 403:
      return whyForbidden(asked, reply, message);
    default:
      return undefined;
  }
}

function whyForbidden(asked: Asked, reply: Reply, message: string): NotSeen | undefined {
  if (reply.body === undefined || ownRightMissing.test(message)) {
    return { kind: 'cluster-forbidden', why: words`this credential may not: ${said(asked, message)}` };
  }
  return isGrant.test(message) ? structureOnly : undefined;
}

/**
 * The authorizer's words, from their start: `configmaps "x" is forbidden: User "u" cannot patch resource "configmaps" …`.
 * Admission's begin otherwise, and what a webhook or a policy says stands behind its own name, so it cannot pass for this.
 */
const ownRightMissing = /^\S+(?: "[^"]*")? is forbidden: User "(?:[^"\\]|\\.)*" cannot \S+ resource "/;

const isGrant =
  /^\S+ "[^"]*" is forbidden: user "(?:[^"\\]|\\.)*" .*is attempting to grant RBAC permissions not currently held/s;

const structureOnly: NotSeen = {
  kind: 'cluster-forbidden',
  why: words`compared by structure only: the server lets nobody dry-run a grant of rights that they lack themselves (grant escalate and bind together with the guard: proofline cluster add)`,
};

/**
 * Without the right to bind, the server looks the role up, and one that the same pull request makes is not there. It then
 * answers that the binding itself is not found.
 */
function isRoleMissing(asked: Asked, reply: Reply): boolean {
  const missing = at(reply.body, 'details', 'kind');
  const { group, kind } = asked.object;
  const isBinding = group === 'rbac.authorization.k8s.io' && kind.endsWith('Binding');
  return isBinding && missing !== 'namespaces' && reply.body !== undefined;
}

/** Errors of the typed merge come as 500; so do webhooks that do not answer and whose policy is to fail. */
function isRefusalBy500(message: string): boolean {
  return refusalsBy500.some((beginning) => message.startsWith(beginning));
}

const refusalsBy500 = [
  'failed to create typed patch object',
  'failed to create typed live object',
  'failed to create manager for existing fields',
  'failed to convert new object',
  'Internal error occurred: failed calling webhook "',
];

function conflictsOf(asked: Asked, reply: Reply): readonly FieldConflict[] {
  const causes = at(reply.body, 'details', 'causes');
  if (reply.status !== 409 || !isJsonArray(causes)) return [];
  return causes
    .filter((cause) => at(cause, 'reason') === 'FieldManagerConflict')
    .map((cause) => ({
      manager: said(asked, managerOf(textOf(at(cause, 'message')))),
      field: said(asked, textOf(at(cause, 'field'))),
    }));
}

/** `conflict with "kubectl" with subresource "scale" using apps/v1 at …` -> `kubectl`. */
function managerOf(message: string): string {
  const quoted = /^conflict with ("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
  if (quoted === undefined) return message;
  return quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
