/** A unit of head, and the same of base -> that it, or its source, is suspended, or is not any more. */
import { words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { FluxUnit } from '../flux-unit.ts';
import { kindOf, remark } from './remark.ts';
import type { Change } from './remarks.ts';

export function suspensions(change: Change): readonly Remark[] {
  const { unit, before, after, mask } = change;
  const [was, is] = [before ?? after, after].map(stateOf);
  if (was === undefined || is === undefined) return [];
  const kind = kindOf(after);
  const source = mask.text(after.source.object);
  return [
    ...said(change, {
      of: 'unit',
      was: was.unit,
      is: is.unit,
      subject: words`The ${kind}`,
      idle: words`Nothing of it is applied, mended or pruned`,
    }),
    ...said(change, {
      of: 'source',
      was: was.source,
      is: is.source,
      subject: words`The source ${source}`,
      idle: words`It fetches nothing new, so this merge is not seen`,
    }),
    ...inClusterOnly(change, unit.declaration.place !== undefined && is.unit),
  ];
}

function stateOf({ declared, source }: FluxUnit): { readonly unit: boolean; readonly source: boolean } {
  return { unit: declared.spec['suspend'] === true, source: source.kind !== 'unseen' && source.suspended };
}

interface Suspended {
  readonly of: 'unit' | 'source';
  readonly was: boolean;
  readonly is: boolean;
  readonly subject: Masked;
  readonly idle: Masked;
}

function said({ unit }: Change, { of, was, is, subject, idle }: Suspended): readonly Remark[] {
  const restsOn = { of, was, is };
  if (was && !is) {
    return [
      remark(unit, {
        about: `${of}-resumed`,
        severity: 'warn',
        title: words`${subject} is resumed`,
        detail: words`All that changed in Git since it was suspended is applied at once, not only what this pull request changes, and what somebody changed by hand meanwhile is put back.`,
        advice: words`Look at the whole of what is applied, not at this change alone.`,
        restsOn,
      }),
    ];
  }
  if (!is) return [];
  return [
    remark(unit, {
      about: `${of}-suspended`,
      severity: was ? 'info' : 'warn',
      title: was ? words`${subject} is suspended` : words`${subject} becomes suspended`,
      detail: words`${idle} until it is resumed; then everything that has changed is applied at once.`,
      advice: words`Resume it, or expect no effect of this change before somebody does.`,
      restsOn,
    }),
  ];
}

/** `flux suspend`, or a person. */
function inClusterOnly({ unit, made, after }: Change, isSuspended: boolean): readonly Remark[] {
  const stated = made.candidate.object['spec'];
  const inGit = typeof stated === 'object' && stated !== null && 'suspend' in stated;
  if (!isSuspended || inGit || after.live === null) return [];
  return [
    remark(unit, {
      about: 'suspended-by-hand',
      severity: 'info',
      title: words`It was suspended in the cluster, not in Git`,
      detail: words`Git does not state \`suspend\`, so applying the declaration does not resume it.`,
      advice: words`Resume it in the cluster.`,
      restsOn: { suspended: true },
    }),
  ];
}
