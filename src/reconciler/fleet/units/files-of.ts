/** A unit and its tree -> the files of its bundle. */
import { posix } from 'node:path';
import { textsAt } from '../../../object/fields.ts';
import type { View } from '../../view.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import type { Resources } from './resources.ts';
import { resourcesIn } from './resources.ts';

/** Throws SourceError. */
export async function filesOf({ bundle, options }: FleetUnit, view: View): Promise<Resources> {
  const own = bundle.file === null ? [] : [posix.basename(bundle.file)];
  const values = textsAt(options, 'helm', 'valuesFiles');
  return resourcesIn(bundle.directory, view, [
    'fleet.yaml',
    ...own.filter((name) => name !== 'fleet.yml'),
    ...values.flatMap((name) => [name, posix.basename(name)]),
  ]);
}
