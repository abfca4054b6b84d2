/** A unit, and the Flux of its home -> that this Flux does not look at it. */
import { words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { kindOf, remark } from './remark.ts';
import type { Change } from './remarks.ts';

/** Nobody applies it. */
export function notWatched({ unit, after, made, mask }: Change): readonly Remark[] {
  const { installation, watches } = made.candidate.control;
  const { selector, everywhere } = watches[after.kind];
  const { namespace, labels } = after.declared;
  const isThere = everywhere || namespace === installation.namespace;
  if (isThere && matches(selector, labels)) return [];
  const why = isThere
    ? words`its labels are not those for which this Flux looks (${mask.text(selector)})`
    : words`this Flux looks into its own namespace only`;
  return [
    remark(unit, {
      about: 'not-watched',
      severity: 'warn',
      title: words`No Flux looks at this ${kindOf(after)}`,
      detail: words`Nothing of it is applied: ${why}.`,
      advice: words`Give it the labels, or declare it where its Flux looks.`,
      restsOn: { selector, namespace },
    }),
  ];
}

/** `key`, `!key`, `key=value`, `key==value`, `key!=value`; what is written otherwise is taken to match. */
function matches(selector: string, labels: Readonly<Record<string, string>>): boolean {
  const parts = /\bin\b|\bnotin\b/u.test(selector) ? [] : selector.split(',').map((part) => part.trim());
  return parts.every((part) => {
    const [, not, key = '', operator, value = ''] = /^(!?)([\w./-]+)(?:(!=|==?)(.*))?$/u.exec(part) ?? [];
    if (key === '') return true;
    if (operator === undefined) return Object.hasOwn(labels, key) === (not !== '!');
    return (labels[key] === value) === (operator !== '!=');
  });
}
