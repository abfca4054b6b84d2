/** A live Application -> whether any of its sources is the repository under review. */
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Origin } from '../../../source/origin.ts';
import { plainUrl } from '../../../source/origin.ts';
import { objectAt } from '../../../object/fields.ts';
import { allSources } from './sources.ts';

/** Never without a known origin: a cluster's Applications may be of any repository. */
export function pointsHere(application: KubeObject, origin: Origin | undefined): boolean {
  if (origin === undefined) return false;
  return allSources(objectAt(application, 'spec')).some(
    ({ repoURL, chart }) => chart === '' && origin.urls.includes(plainUrl(repoURL)),
  );
}
