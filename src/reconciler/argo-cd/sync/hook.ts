/** An object -> whether it is a hook, of which phases, and when it is deleted (facts/reconcilers.md §1b). */
import type { KubeObject } from '../../../object/kube-object.ts';
import { annotationOf, wordsIn } from './annotations.ts';

export const phases = ['PreSync', 'Sync', 'PostSync', 'SyncFail'] as const;
export type Phase = (typeof phases)[number];

const hookKey = 'argocd.argoproj.io/hook';
const helmHookKey = 'helm.sh/hook';

const helmPhases: ReadonlyMap<string, Phase> = new Map([
  ['pre-install', 'PreSync'],
  ['pre-upgrade', 'PreSync'],
  ['post-install', 'PostSync'],
  ['post-upgrade', 'PostSync'],
]);

type HookType = Phase | 'Skip';

/** Helm's words count only where Argo CD's say nothing that it knows. */
function hookTypes(object: KubeObject): readonly HookType[] {
  const own = wordsIn(object, hookKey).filter(isHookType);
  if (own.length > 0) return own;
  return wordsIn(object, helmHookKey).flatMap((word) => helmPhases.get(word) ?? []);
}

function isHookType(word: string): word is HookType {
  return word === 'Skip' || phases.some((phase) => phase === word);
}

/** Left alone for ever, in Git and in the cluster. */
export function isSkipped(object: KubeObject): boolean {
  const types = hookTypes(object);
  return types.length === 1 && types[0] === 'Skip';
}

/** Also one of a kind that no sync runs, such as a Helm test. */
export function isHook(object: KubeObject): boolean {
  if (annotationOf(object, hookKey) !== undefined) return !isSkipped(object);
  const helm = annotationOf(object, helmHookKey);
  // Helm marks the definitions in a chart so too; they are no hooks.
  return helm !== undefined && helm !== 'crd-install';
}

/** Those in which a sync would apply it; `Sync` for what is no hook. */
export function phasesOf(object: KubeObject): readonly Phase[] {
  if (isSkipped(object)) return [];
  if (!isHook(object)) return ['Sync'];
  const types = hookTypes(object);
  return phases.filter((phase) => types.includes(phase));
}

export function runsAtDeletion(object: KubeObject): boolean {
  const own = wordsIn(object, hookKey);
  const helm = wordsIn(object, helmHookKey);
  return (
    own.includes('PreDelete') ||
    own.includes('PostDelete') ||
    helm.includes('pre-delete') ||
    helm.includes('post-delete')
  );
}

export const deletePolicies = ['BeforeHookCreation', 'HookSucceeded', 'HookFailed'] as const;
export type DeletePolicy = (typeof deletePolicies)[number];

const helmDeletePolicies: Readonly<Record<DeletePolicy, string>> = {
  BeforeHookCreation: 'before-hook-creation',
  HookSucceeded: 'hook-succeeded',
  HookFailed: 'hook-failed',
};

/** Both annotations count together. */
export function deletePoliciesOf(hook: KubeObject): readonly DeletePolicy[] {
  const own = wordsIn(hook, 'argocd.argoproj.io/hook-delete-policy');
  const helm = wordsIn(hook, 'helm.sh/hook-delete-policy');
  const named = deletePolicies.filter(
    (policy) => own.includes(policy) || helm.includes(helmDeletePolicies[policy]),
  );
  return named.length > 0 ? named : ['BeforeHookCreation'];
}

/** Another value than a number leaves it at the next word, and that at 0. */
export function waveOf(object: KubeObject): number {
  return (
    integer(annotationOf(object, 'argocd.argoproj.io/sync-wave')) ??
    integer(annotationOf(object, 'helm.sh/hook-weight')) ??
    0
  );
}

function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}
