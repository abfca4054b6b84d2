/** Rendered objects -> what is to be said of those that hold a value which is not known here. */
import { fieldText } from '../object/field-path.ts';
import { identityOf } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { unseenPaths } from '../object/unseen-value.ts';
import { unseen, type Unseen } from './rendering.ts';

const most = 5;

/** Whoever wrote it there: an object that only looks like one with such a value is not taken for seen either. */
export function unseenFields(objects: readonly KubeObject[]): readonly Unseen[] {
  return objects.flatMap((object) => {
    const paths = unseenPaths(object).map(fieldText);
    if (paths.length === 0) return [];
    const more = paths.length > most ? ` and ${String(paths.length - most)} more` : '';
    const why = `a value that is not known here decides ${paths.slice(0, most).join(', ')}${more}`;
    return [unseen('live-value-needed', why, identityOf(object))];
  });
}
