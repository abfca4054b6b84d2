/** Permissions -> words: verbs are gathered by what they apply to. */
import { joined, words } from '../object/masked.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { quoted } from './named.ts';
import type { Permission } from './permission.ts';

const most = 8;

function target(permission: Permission): string {
  if (permission.kind === 'url') return permission.url;
  const { group, resource, name } = permission;
  const full = group === '' ? resource : `${resource}.${group}`;
  return name === undefined ? full : `${full} ${name}`;
}

/** Such as "`get`, `list` on `secrets`". */
export function permissionText(permissions: readonly Permission[], mask: Mask): Masked {
  const byTarget = Map.groupBy(permissions, target);
  const lines = [...byTarget].map(([what, found]) => {
    const verbs = [...new Set(found.map(({ verb }) => verb))].map((verb) => quoted(verb, mask));
    return words`${joined(verbs, ', ')} on ${quoted(what, mask)}`;
  });
  const more = lines.length > most ? words`; and ${lines.length - most} more` : words``;
  return words`${joined(lines.slice(0, most), '; ')}${more}`;
}
