/** What one side collected of each Argo CD's ApplicationSets -> remarks on what the step from base to head does to them. */
import type { Declarations, Remark } from '../../declarations.ts';
import type { BetweenSides } from '../application-set/between-sides.ts';
import { controllerSettings } from '../application-set/settings.ts';
import type { Collected } from './collect.ts';
import type { Control } from './control.ts';

/** Base is to be asked before head. */
export function setRemarks(
  { side, clusters, mask }: Declarations,
  { controls, sets }: Collected,
  between: BetweenSides,
): readonly Remark[] {
  return controls.flatMap((control) => {
    const { installation, parameters, known, applications } = control;
    const own = sets.filter((set) => set.control === control);
    return between.remarks(
      { side, home: homeOf(control), sets: own },
      {
        liveApplications: applications,
        clusters: known?.flatMap(({ secret }) => secret ?? []),
        configured: clusters,
        controller: controllerSettings(parameters, installation.version),
        mask,
      },
    );
  });
}

function homeOf({ cluster, installation }: Control): string {
  return `${cluster ?? ''}/${installation.namespace}`;
}
