/** An object of a chart -> when Helm runs it as a hook, in which order, and when it deletes it (helm pkg/release/v1/hook.go). */
import { compareText } from '../../../object/canonical.ts';
import { textAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

const events = [
  'pre-install',
  'post-install',
  'pre-delete',
  'post-delete',
  'pre-upgrade',
  'post-upgrade',
  'pre-rollback',
  'post-rollback',
  'test',
] as const;

export type HookEvent = (typeof events)[number];

const policies = ['before-hook-creation', 'hook-succeeded', 'hook-failed'] as const;

export type DeletePolicy = (typeof policies)[number];

/** Whatever its annotation says, what has one is no part of the release. */
export function isHook(object: KubeObject): boolean {
  return textAt(object, 'metadata', 'annotations', 'helm.sh/hook') !== '';
}

export function eventsOf(object: KubeObject): readonly HookEvent[] {
  const said = new Set(
    wordsOf(object, 'helm.sh/hook').map((word) => (word === 'test-success' ? 'test' : word)),
  );
  return events.filter((event) => said.has(event));
}

/** Without any, what an earlier run left is deleted first. */
export function deletePoliciesOf(object: KubeObject): readonly DeletePolicy[] {
  const said = new Set(wordsOf(object, 'helm.sh/hook-delete-policy'));
  const known = policies.filter((policy) => said.has(policy));
  return known.length > 0 ? known : ['before-hook-creation'];
}

/** Those of one event, in the order in which they run. */
export function hooksAt(event: HookEvent, objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects
    .filter((object) => eventsOf(object).includes(event))
    .toSorted((a, b) => weightOf(a) - weightOf(b) || compareText(a.metadata.name, b.metadata.name));
}

function weightOf(object: KubeObject): number {
  const text = textAt(object, 'metadata', 'annotations', 'helm.sh/hook-weight');
  return /^[+-]?\d+$/u.test(text) ? Number(text) : 0;
}

function wordsOf(object: KubeObject, annotation: string): readonly string[] {
  return textAt(object, 'metadata', 'annotations', annotation)
    .split(',')
    .map((word) => word.trim().toLowerCase());
}
