/** The hooks of a release -> what a reader should know of each: when it runs again, what it replaces, what is left of it. */
import { at } from '../../../object/json.ts';
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import { joined, words, type Mask, type Masked } from '../../../object/masked.ts';
import { deletePoliciesOf, hooksAt, type DeletePolicy, type HookEvent } from './hook.ts';
import { eventsNow } from './hook-attempts.ts';
import type { ReleaseAction } from './release-action.ts';

const moments: Readonly<Record<HookEvent, Masked>> = {
  'pre-install': words`before the installation`,
  'post-install': words`after the installation`,
  'pre-upgrade': words`before the upgrade`,
  'post-upgrade': words`after the upgrade`,
  'pre-delete': words`before its objects are deleted`,
  'post-delete': words`after its objects are deleted`,
  'pre-rollback': words`before a rollback`,
  'post-rollback': words`after a rollback`,
  test: words`as a test, after the release`,
};

/** Of those that run with this apply. */
export function hookNotes(
  hooks: readonly KubeObject[],
  { action, tests }: { readonly action: ReleaseAction; readonly tests: boolean },
  mask: Mask,
): readonly Masked[] {
  const { before, after } = eventsNow(action);
  const events: readonly HookEvent[] = [
    ...(action.disablesHooks ? [] : [before, after]),
    ...(tests ? (['test'] as const) : []),
  ];
  const often = action.kind === 'upgrade' ? words`as at every upgrade` : words`as at every installation`;
  return events.flatMap((event) =>
    hooksAt(event, hooks).map((hook) => {
      const rest = joined(factsOf(hook), ', ');
      return words`Hook \`${shownName(hook, mask)}\` runs ${moments[event]}, ${often}: ${rest}.`;
    }),
  );
}

/** Of the old release, which is uninstalled. */
export function uninstallNotes(hooks: readonly KubeObject[], mask: Mask): readonly Masked[] {
  return (['pre-delete', 'post-delete'] as const).flatMap((event) =>
    hooksAt(event, hooks).map(
      (hook) => words`Hook \`${shownName(hook, mask)}\` of the old release runs ${moments[event]}.`,
    ),
  );
}

export function shownName(object: KubeObject, mask: Mask): Masked {
  const namespace = namespaceOf(object);
  const name = `${object.kind} ${namespace === '' ? '' : `${namespace}/`}${object.metadata.name}`;
  return mask.text(name.replaceAll('`', "'"));
}

const policies: Readonly<Record<DeletePolicy, Masked>> = {
  'before-hook-creation': words`what an earlier run left is deleted first`,
  'hook-succeeded': words`deleted after success`,
  'hook-failed': words`deleted after failure`,
};

function factsOf(hook: KubeObject): readonly Masked[] {
  const retries = at(hook, 'spec', 'backoffLimit');
  const isJob = hook.kind === 'Job';
  return [
    ...deletePoliciesOf(hook).map((policy) => policies[policy]),
    ...(isJob ? [words`tried again up to ${typeof retries === 'number' ? retries : 6} times`] : []),
    words`if it fails, the release fails`,
  ];
}
