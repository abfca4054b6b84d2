/** A unit -> the values that its chart is rendered with, or what of them could not be seen. */
import { isJsonObject } from '../../../object/json.ts';
import type { JsonObject } from '../../../object/json.ts';
import { objectAt } from '../../../object/fields.ts';
import { readValues } from '../../../object/yaml.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { mergedValues } from './merge.ts';

export type Values = { readonly values: JsonObject } | { readonly unseen: string };

/** What is taken from the cluster lies above what Git says, the later above the earlier. */
export function valuesFor({ options, valuesFrom }: FleetUnit): Values {
  let values = objectAt(options, 'helm', 'values');
  for (const { kind, namespace, name, key, state, text } of valuesFrom) {
    const named = `its values are also those in the key ${key} of the ${kind} ${namespace}/${name} of its cluster`;
    if (state === 'unseen') return { unseen: `${named}, which was not read` };
    if (state === 'missing') return { unseen: `${named}, which is not there: Fleet fails until it is` };
    const [document] = readValues(`${name}.yaml`, text);
    if (document?.kind !== 'other' || !isJsonObject(document.value))
      return { unseen: `${named}, which holds no map` };
    values = mergedValues(values, document.value);
  }
  return { values };
}
