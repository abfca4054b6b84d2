/** The hooks of a sync -> one sentence each: that it runs once more, and what tells whether that does harm. */
import { joined, words, type Mask, type Masked } from '../../../object/masked.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { hookRunOf, type HookRun } from './hook-runs.ts';
import { isHook, phasesOf, type DeletePolicy, type Phase } from './hook.ts';

export function hookNotes(objects: readonly KubeObject[], mask: Mask): readonly Masked[] {
  return objects
    .filter((object) => isHook(object) && phasesOf(object).some((phase) => phase !== 'SyncFail'))
    .map((object) => noteOf(hookRunOf(object), mask));
}

const moments: Readonly<Record<Phase, Masked>> = {
  PreSync: words`before the sync`,
  Sync: words`during the sync`,
  PostSync: words`after the sync`,
  SyncFail: words`when the sync fails`,
};

function noteOf(run: HookRun, mask: Mask): Masked {
  const { kind, namespace, name } = run.object;
  const shown = mask.text(`${kind} ${namespace === '' ? name : `${namespace}/${name}`}`.replaceAll('`', "'"));
  const when = joined(
    run.phases.map((phase) => moments[phase]),
    ' and ',
  );
  return words`Hook \`${shown}\` runs ${when}, as at every sync: ${joined(facts(run, mask), ', ')}.`;
}

function facts(run: HookRun, mask: Mask): readonly Masked[] {
  const { deadline, retries, parallelism, keys, isNamedAnew } = run;
  const isJob = retries !== undefined;
  return [
    isNamedAnew ? words`under a new name each time, beside runs that still go on` : words`under one name`,
    ...(isJob && deadline === undefined ? [words`no deadline`] : []),
    ...(deadline === undefined ? [] : [words`stopped after ${deadline} s`]),
    ...(isJob ? [retried(run, retries)] : []),
    ...(parallelism !== undefined && parallelism > 1 ? [words`${parallelism} Pods at once`] : []),
    deleted(run.deletePolicies),
    ...(keys.length === 0
      ? [words`nothing in its environment tells two runs apart`]
      : [words`\`${mask.text(keys.join(', ').replaceAll('`', "'"))}\` may tell two runs apart`]),
  ];
}

function retried({ restartPolicy }: HookRun, retries: number): Masked {
  const inPod = restartPolicy === 'OnFailure' ? words` in its Pod` : words``;
  return retries === 0 ? words`never tried again` : words`tried again${inPod} up to ${retries} times`;
}

const policies: Readonly<Record<DeletePolicy, Masked>> = {
  BeforeHookCreation: words`before its next run`,
  HookSucceeded: words`after success`,
  HookFailed: words`after failure`,
};

function deleted(all: readonly DeletePolicy[]): Masked {
  return words`deleted ${joined(
    all.map((policy) => policies[policy]),
    ' and ',
  )}`;
}
