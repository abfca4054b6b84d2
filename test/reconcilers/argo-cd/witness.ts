/** A story's Applications -> the objects that Argo CD counts as theirs. */
import { at, isJsonArray } from '../../../src/object/json.ts';
import { homeCluster, type Placed } from '../placed.ts';
import { textAt } from '../read-object.ts';
import { nameOf } from './applications.ts';
import { own, type Settling } from './settling.ts';

export interface Listed extends Placed {
  /** The id that a review gives to the Application that lists it. */
  readonly unit: string;
}

export function listed(settling: Settling): readonly Listed[] {
  return own(settling).flatMap((application) => {
    const unit = `argo-cd/${homeCluster}/${textAt(application, 'metadata', 'namespace')}/${nameOf(application)}`;
    const cluster = settling.targetOf(application);
    const resources = at(application, 'status', 'resources');
    return (isJsonArray(resources) ? resources : []).map((resource) => {
      const part = (key: string): string => textAt(resource, key);
      const [group, version, kind] = [part('group'), part('version'), part('kind')];
      const identity = { group, version, kind, namespace: part('namespace'), name: part('name') };
      return { unit, cluster, identity };
    });
  });
}
