/** A unit and the Argo CD that it belongs to -> what this Argo CD may do otherwise than the unit says. */
import { isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { Mask } from '../../../object/masked.ts';
import { words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { chosenSources, isOwn } from './chosen.ts';
import { isWatched } from './control.ts';
import { remark } from './remarks.ts';
import { rendersNothing } from './sources.ts';
import { namedTools } from './tool.ts';
import type { Made } from './unit-of.ts';

/** Nobody syncs it. */
export function notWatched({ unit, argo, candidate: { control } }: Made, mask: Mask): readonly Remark[] {
  const { namespace } = argo.application;
  const { cluster, installation, namespaces } = control;
  if (cluster === undefined || isWatched(namespace, installation.namespace, namespaces)) return [];
  return [
    remark(unit, {
      about: 'application-not-watched',
      severity: 'warn',
      title: words`No Argo CD looks at this Application`,
      detail: words`It is declared in the namespace ${mask.text(namespace)}, and the Argo CD in ${mask.text(installation.namespace)} looks for Applications in others only: nothing is synced.`,
      advice: words`Declare it where its Argo CD looks, or name the namespace in application.namespaces.`,
      restsOn: { namespace, namespaces: [...namespaces] },
    }),
  ];
}

/** The review would show what does not land. */
export function changeNotSeen({ unit, argo }: Made): readonly Remark[] {
  if (!argo.looksAway || !argo.moves) return [];
  return [
    remark(unit, {
      about: 'change-not-seen',
      severity: 'warn',
      title: words`Argo CD does not see what changes here`,
      detail: words`The Application is annotated with the paths for which it is rendered anew (manifest-generate-paths), and nothing of this pull request is in them: what its render takes from elsewhere lands with a later change there. A hard refresh shows it as out of sync, and only self-heal or a person syncs it then.`,
      advice: words`Add the paths from which its render takes files, such as bases and values.`,
      restsOn: { annotations: argo.application.annotations },
    }),
  ];
}

/** Argo CD then compares only commits that are signed as its project demands. */
export function signatureNeeded({ unit, argo }: Made, mask: Mask): readonly Remark[] {
  const { signatureKeys = null, sourceIntegrity = null } = argo.project ?? {};
  const named: JsonObject = {
    ...(isJsonArray(signatureKeys) && signatureKeys.length > 0 ? { signatureKeys } : {}),
    ...(isJsonObject(sourceIntegrity) && Object.keys(sourceIntegrity).length > 0 ? { sourceIntegrity } : {}),
  };
  if (!argo.moves || Object.keys(named).length === 0) return [];
  return [
    remark(unit, {
      about: 'signature-needed',
      severity: 'warn',
      title: words`Its project demands signed commits`,
      detail: words`The project ${mask.text(argo.projectName)} names who may sign (${mask.text(Object.keys(named).join(', '))}), and the commit of the merge is not there yet: that it will be signed so is assumed. Otherwise Argo CD syncs nothing.`,
      advice: words`Merge in a way that leaves a signed commit at the tip of the branch.`,
      restsOn: named,
    }),
  ];
}

/** Plugins are asked before any other tool where a source names none. */
export function pluginMayTake({ unit, argo, candidate: { control } }: Made, mask: Mask): readonly Remark[] {
  if (control.plugins.length === 0) return [];
  const { list, multiple } = chosenSources(argo);
  const isOpen = list.some(
    (source) => isOwn(argo, source) && !rendersNothing(source, multiple) && namedTools(source).length === 0,
  );
  if (!isOpen) return [];
  const named = mask.text(control.plugins.join(', '));
  return [
    remark(unit, {
      about: 'plugin-may-take',
      severity: 'info',
      title: words`A plugin may render this Application`,
      detail: words`Its source names no tool, and its Argo CD has plugins (${named}), which are asked first. That none of them takes it is assumed.`,
      advice: words`Name the tool in the source.`,
      restsOn: { plugins: [...control.plugins] },
    }),
  ];
}
