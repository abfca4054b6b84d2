/** ApplicationSets that Git declares where no controller looks -> what a reviewer must know of each. */
import { identityOf } from '../../../object/identity.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { Mask } from '../../../object/masked.ts';
import { words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { idOf } from '../application-set/owner.ts';
import type { Belonged, Collected } from './collect.ts';

/** One for each set, however often it is declared. */
export function setsNotWatched({ unwatched }: Collected, mask: Mask): readonly Remark[] {
  const declared = unwatched.filter(({ fromCluster }) => fromCluster !== true);
  const sets = new Map(declared.map((set) => [idOf(set.object), set] as const));
  return [...sets.values()].map((set) => notWatched(set, mask));
}

function notWatched({ object, place, control }: Belonged, mask: Mask): Remark {
  const namespace = namespaceOf(object);
  const { installation, setNamespaces } = control;
  return {
    about: 'application-set-not-watched',
    severity: 'warn',
    unit: undefined,
    objects: [{ ...identityOf(object) }],
    title: words`No ApplicationSet controller looks at this ApplicationSet`,
    detail: words`It is declared in the namespace ${mask.text(namespace)}, and the controller of the Argo CD in ${mask.text(installation.namespace)} looks for sets in others only: it makes, changes and deletes no Applications.`,
    advice: words`Declare it where the controller looks, or name the namespace in applicationsetcontroller.namespaces.`,
    places: place === undefined ? [] : [place],
    restsOn: { namespace, namespaces: [...setNamespaces] },
  };
}
