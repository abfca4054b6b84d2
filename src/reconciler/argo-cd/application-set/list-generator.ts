/** A list generator -> one parameter set an element. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { readValues } from '../../../object/yaml.ts';
import type { Produce } from './context.ts';
import type { Parameters } from './parameters.ts';
import { all, error, made, type Outcome } from './side.ts';

export const produceList: Produce = async (configurations, { filler }) =>
  Promise.resolve(configurations.map((list) => parametersOf(list, filler.goTemplate)));

function parametersOf(list: JsonObject, goTemplate: boolean): Outcome<readonly Parameters[]> {
  const elements = at(list, 'elements');
  const given = isJsonArray(elements) ? elements : [];
  const own = all(given.map((element) => elementOf(element, goTemplate)));
  const more = elementsInYaml(at(list, 'elementsYaml'));
  if (own.kind !== 'made') return own;
  return more.kind === 'made' ? made([...own.value, ...more.value]) : more;
}

function elementOf(element: Json, goTemplate: boolean): Outcome<Parameters> {
  if (element === null) return made({});
  if (!isJsonObject(element)) return error('an element of a list generator is no map');
  if (goTemplate) return made(element);
  const members = all(Object.entries(element).map(([key, value]) => flatMember(key, value)));
  return members.kind === 'made' ? made(Object.fromEntries(members.value.flat())) : members;
}

function flatMember(key: string, value: Json): Outcome<readonly (readonly [string, string])[]> {
  if (key !== 'values') {
    return typeof value === 'string'
      ? made([[key, value]])
      : error(`the value of ${JSON.stringify(key)} is no text`);
  }
  if (!isJsonObject(value)) return error('`values` is no map');
  return all(
    Object.entries(value).map(([name, one]) =>
      typeof one === 'string'
        ? made([`values.${name}`, one] as const)
        : error('a value in `values` is no text'),
    ),
  );
}

/** In both kinds of templates the elements are taken as they are. */
function elementsInYaml(text: Json | undefined): Outcome<readonly Parameters[]> {
  if (typeof text !== 'string' || text === '') return made([]);
  const [document] = readValues('elementsYaml', text);
  if (document === undefined) return made([]);
  if (document.kind === 'problem') return error(`elementsYaml cannot be read: ${document.message}`);
  if (!isJsonArray(document.value)) return error('elementsYaml is no list');
  return all(
    document.value.map((element) => {
      if (element === null) return made({});
      return isJsonObject(element) ? made(element) : error('an element of elementsYaml is no map');
    }),
  );
}
