/** One declared object and its live form -> the request by which this sync would bring the one to the other (facts/reconcilers.md §1b, §12). */
import type { JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { PatchStrategies } from '../../../object/merge/patch-strategy.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { CoWriter, FieldValidation, UnstagedAttempt } from '../../attempt.ts';
import { asCreated } from '../apply/last-applied.ts';
import { clientSideApply } from '../apply/three-way.ts';
import { hasSyncOption } from './annotations.ts';
import { deletePoliciesOf, isHook } from './hook.ts';
import { isDefinition, isNamespace } from './kinds.ts';
import {
  changesRole,
  isReconciled,
  madeByReconcile,
  withoutForeignAggregation,
  writtenByReconcile,
} from './rbac.ts';
import { reconcileVerbs } from './reconcile-verbs.ts';
import { takenOver, type Migration } from './take-over.ts';

/** Of server-side apply and of client-side apply alike. */
export const manager = 'argocd-controller';

/** Where Argo CD names no manager, its program's name is taken for one: replacing, creating and `auth reconcile`. */
const program = 'argocd-application-controller';

/** Argo CD asks for none, so the API server's default counts: what it does not know is dropped with a warning. */
const validation: FieldValidation = 'Warn';

/** How this sync applies what says nothing else. */
export interface Style {
  readonly options: readonly string[];
  readonly migration: Migration;
  /** Before 3.5 objects of RBAC go through `auth reconcile` also where they are applied on the server. */
  readonly reconcilesFirst: boolean;
  readonly strategies: PatchStrategies;
}

export function requestFor(target: KubeObject, live: KubeObject | undefined, style: Style): UnstagedAttempt {
  const has = (option: string): boolean => style.options.includes(option) || hasSyncOption(target, option);
  const isReplaced = has('Replace=true') || hasSyncOption(live, 'Replace=true');
  const isForced = has('Force=true') || hasSyncOption(live, 'Force=true');
  if (isReplaced) return replaced(target, live, isForced);
  if (live !== undefined && isMadeAnew(target)) return { ...madeAnew(target), readsFirst: true };
  if (has('ServerSideApply=true') && !hasSyncOption(target, 'ServerSideApply=false')) {
    return isForced ? { ...forcedOnServer, object: target } : onServer(target, live, style);
  }
  const request = live === undefined ? created(target) : patched(target, live, { ...style, isForced });
  // kubectl reads what it patches, and Argo CD lets it do so for all objects, dry, before it applies the first.
  return { ...afterReconcile(request, live), readsFirst: true };
}

function afterReconcile(request: UnstagedAttempt, live: KubeObject | undefined): UnstagedAttempt {
  const verbs = reconcileVerbs(request.object, live);
  return verbs.length === 0 ? request : { ...request, alsoNeeds: verbs };
}

function isMadeAnew(target: KubeObject): boolean {
  return isHook(target) && deletePoliciesOf(target).includes('BeforeHookCreation');
}

function madeAnew(hook: KubeObject): UnstagedAttempt {
  return { kind: 'recreate', object: asCreated(hook), manager, validation };
}

/** Definitions and namespaces are never deleted to be replaced: all in them would go. */
function replaced(object: KubeObject, live: KubeObject | undefined, isForced: boolean): UnstagedAttempt {
  const common = { object, manager: program, validation };
  if (live === undefined) return { kind: 'create', ...common };
  const isKept = isDefinition(object) || isNamespace(object);
  const isAnew = isMadeAnew(object) || (isForced && !isKept);
  return { kind: isAnew ? 'recreate' : 'put', ...common };
}

const forcedOnServer = {
  kind: 'refuse',
  ends: 'stage',
  why: words`Argo CD refuses Force=true together with ServerSideApply=true`,
} as const;

function onServer(object: KubeObject, live: KubeObject | undefined, style: Style): UnstagedAttempt {
  const request = requestOnServer(object, live, style);
  return style.reconcilesFirst ? afterReconcile(request, live) : request;
}

function requestOnServer(object: KubeObject, live: KubeObject | undefined, style: Style): UnstagedAttempt {
  if (style.reconcilesFirst && isReconciled(object) && (live === undefined || changesRole(object, live))) {
    const kind = live === undefined ? 'create' : 'recreate';
    return { kind, object, manager: program, validation, appliedBy: manager };
  }
  const takesOver = live === undefined ? [] : takenOver(live, style.migration);
  return { kind: 'apply', object, manager, force: true, validation, takesOver };
}

function created(target: KubeObject): Extract<UnstagedAttempt, { readonly kind: 'put' | 'create' }> {
  return {
    kind: 'create',
    object: asCreated(target),
    manager,
    validation,
    ...coWriter(madeByReconcile(target)),
  };
}

function coWriter(fields: JsonObject): { readonly coWriter?: CoWriter } {
  return Object.keys(fields).length === 0 ? {} : { coWriter: { manager: program, fields } };
}

function patched(
  target: KubeObject,
  live: KubeObject,
  style: Style & { readonly isForced: boolean },
): UnstagedAttempt {
  if (changesRole(target, live)) return { ...created(target), kind: 'recreate' };
  const apply = clientSideApply(target, live, style.strategies);
  const common = {
    kind: 'patch',
    object: target,
    manager,
    validation,
    ...(style.isForced ? { recreatesAs: asCreated(target) } : {}),
    ...coWriter(writtenByReconcile(target, live)),
  } as const;
  switch (apply.kind) {
    case 'patch':
      return { ...common, type: apply.type, body: withoutForeignAggregation(apply.body, target, live) };
    case 'unchanged': {
      const body = withoutForeignAggregation({}, target, live);
      return { ...common, type: 'application/merge-patch+json', body };
    }
    case 'refused':
      return { kind: 'refuse', object: target, ends: 'sync', why: cannotMerge };
    case 'not-predicted':
      return { kind: 'unknown', object: target, why: cannotPredict };
    case 'unknown-kind':
      return { kind: 'unknown', object: target, why: cannotKnow };
  }
}

const cannotMerge: Masked = words`Argo CD cannot make a patch of this object: a list in it cannot be merged with what was applied last or with what is live`;
const cannotPredict: Masked = words`the object has a long list in which two items have one merge key, and the order in which Argo CD compares those is not known`;
const cannotKnow: Masked = words`the server's description of the kind could not be read, so the patch that Argo CD would send is not known`;
