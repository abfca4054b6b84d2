/** What the remarks on ApplicationSets share: what they point to, counts and lists. */
import { identityOf } from '../../../object/identity.ts';
import { joined, type Masked, words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { SetChange } from './set-change.ts';

export function aboutSet({
  base,
  head,
}: Pick<SetChange, 'base' | 'head'>): Pick<Remark, 'unit' | 'objects' | 'places'> {
  const some = head ?? base;
  const place =
    head?.place ?? (base?.place === undefined ? undefined : { ...base.place, side: 'base' as const });
  return {
    unit: undefined,
    objects: some === undefined ? [] : [{ ...identityOf(some.manifest) }],
    places: place === undefined ? [] : [place],
  };
}

const nouns = {
  Application: [words`Application`, words`Applications`],
  cluster: [words`cluster`, words`clusters`],
  object: [words`object`, words`objects`],
} as const;

export function counted(count: number, noun: keyof typeof nouns): Masked {
  return words`${count} ${nouns[noun][count === 1 ? 0 : 1]}`;
}

const most = 10;

export function listed(lines: readonly Masked[]): Masked {
  const rest = lines.length - most;
  return joined([...lines.slice(0, most), ...(rest > 0 ? [words`and ${rest} more`] : [])], ', ');
}
