/** Fields of an ApplicationSet that decide what becomes of its Applications, and that the change touches -> remarks. */
import { at, type Json } from '../../../object/json.ts';
import { type Masked, words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { aboutSet } from './remark-words.ts';
import type { Facts, SetChange } from './set-change.ts';
import { mayDelete } from './settings.ts';

export function settingRemarks(change: SetChange, facts: Facts): readonly Remark[] {
  const { head } = change;
  if (head === undefined) return [];
  const failed = head.outcome.kind === 'error' ? [errorRemark(change, head.outcome.why, facts)] : [];
  return [
    ...failed,
    ...policy(change, facts),
    ...preserve(change, facts),
    ...rolling(change, facts),
    ...project(change, facts),
  ];
}

function errorRemark(change: SetChange, why: Masked, { mask }: Facts): Remark {
  return {
    ...aboutSet(change),
    about: 'application-set-error',
    severity: 'warn',
    title: words`${mask.text(change.id)} cannot be generated`,
    detail: words`The controller makes, changes and deletes none of its Applications until this is mended: ${why}`,
    advice: words`Mend the generator or the template: what this change wants of the set does not happen.`,
    restsOn: [change.id, why],
  };
}

function policy(change: SetChange, { controller, mask }: Facts): readonly Remark[] {
  const own = fieldOf(change, 'syncPolicy', 'applicationsSync');
  const name = mask.text(change.id);
  if (own.head !== undefined && own.isChanged && !controller.policyOverride) {
    return [
      {
        ...aboutSet(change),
        about: 'application-set-policy-ignored',
        severity: 'warn',
        title: words`The policy that ${name} chooses does not count`,
        detail: words`The controller runs with the policy ${mask.text(change.policy)} and lets no set choose its own.`,
        advice: words`Ask who runs Argo CD for \`applicationsetcontroller.enable.policy.override\`.`,
        restsOn: [change.id, own.head],
      },
    ];
  }
  const { basePolicy } = change;
  if (basePolicy === undefined || basePolicy === change.policy) return [];
  return [
    {
      ...aboutSet(change),
      about: 'application-set-policy',
      severity: mayDelete(change.policy) && !mayDelete(basePolicy) ? 'block' : 'warn',
      title: words`${name} goes from the policy ${mask.text(basePolicy)} to ${mask.text(change.policy)}`,
      detail: mayDelete(change.policy)
        ? words`Applications that its generators no longer give are deleted from now on, those of former times too.`
        : words`Applications that its generators no longer give stay from now on, and are nobody’s.`,
      advice: words`Compare what lives with what the generators give before it is merged.`,
      restsOn: [change.id, basePolicy, change.policy],
    },
  ];
}

function preserve(change: SetChange, { mask }: Facts): readonly Remark[] {
  const { base, head, isChanged } = fieldOf(change, 'syncPolicy', 'preserveResourcesOnDeletion');
  if (!isChanged || change.base === undefined || (base === true) === (head === true)) return [];
  const name = mask.text(change.id);
  return [
    {
      ...aboutSet(change),
      about: 'application-set-preserve',
      severity: 'warn',
      title:
        head === true
          ? words`Applications of ${name} lose the finalizer that deletes what they deployed`
          : words`Applications of ${name} get a finalizer: with one of them goes all that it deployed`,
      detail: words`\`preserveResourcesOnDeletion\` means that much and no more: a finalizer that the template itself lists stays.`,
      advice: words`Know which Applications are to go next before this is merged.`,
      restsOn: [change.id, head ?? null],
    },
  ];
}

function rolling(change: SetChange, { controller, mask }: Facts): readonly Remark[] {
  const { base, head, isChanged } = fieldOf(change, 'strategy', 'type');
  if (!isChanged || (base !== 'RollingSync' && head !== 'RollingSync')) return [];
  const name = mask.text(change.id);
  const isOff = head === 'RollingSync' && !controller.progressiveSyncs;
  return [
    {
      ...aboutSet(change),
      about: 'application-set-strategy',
      severity: isOff ? 'warn' : 'info',
      title: isOff
        ? words`The strategy RollingSync of ${name} has no effect here`
        : words`${name} ${head === 'RollingSync' ? words`begins` : words`ends`} to sync its Applications in steps`,
      detail: isOff
        ? words`The controller runs without progressive syncs, so all Applications sync at once.`
        : words`With RollingSync the set switches off their automated sync and syncs them itself; without, each syncs by its own policy.`,
      advice: words`Set \`applicationsetcontroller.enable.progressive.syncs\` where steps are wanted.`,
      restsOn: [change.id, head ?? null, isOff],
    },
  ];
}

function project(change: SetChange, { mask }: Facts): readonly Remark[] {
  const { head, isChanged } = fieldOf(change, 'template', 'spec', 'project');
  if (!isChanged || typeof head !== 'string' || !head.includes('{{')) return [];
  return [
    {
      ...aboutSet(change),
      about: 'application-set-project',
      severity: 'warn',
      title: words`Parameters choose the project of ${mask.text(change.id)}`,
      detail: words`Whoever writes what its generators read picks the AppProject, and with it what may be deployed where: \`${mask.text(head)}\`.`,
      advice: words`Write the project down, and make one set for each.`,
      restsOn: [change.id, head],
    },
  ];
}

interface Field {
  readonly base: Json | undefined;
  readonly head: Json | undefined;
  readonly isChanged: boolean;
}

function fieldOf({ base, head }: SetChange, ...path: readonly string[]): Field {
  const before = at(base?.manifest, 'spec', ...path);
  const after = at(head?.manifest, 'spec', ...path);
  return { base: before, head: after, isChanged: before !== after };
}
