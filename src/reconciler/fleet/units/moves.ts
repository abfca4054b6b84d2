/** A GitRepo and the repository under review -> whether the merge moves what it follows. */
import type { JsonObject } from '../../../object/json.ts';
import type { Origin } from '../../../source/origin.ts';
import { textAt } from '../../../object/fields.ts';

/** Fleet takes the branch `master` where nothing is named. */
export function followsMerge(spec: JsonObject, origin: Origin | undefined): boolean {
  if (textAt(spec, 'revision') !== '') return false;
  const branch = textAt(spec, 'branch') || 'master';
  return origin?.branch === undefined || origin.branch === branch;
}
