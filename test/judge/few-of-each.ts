/** Objects by their unit -> those of them that are judged: of each kind with the same edit at most so many, the same in every run. */
import { objectKey } from '../../src/object/identity.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { edited } from './edits.ts';
import { randomFrom } from './random.ts';

type Units = ReadonlyMap<string, readonly KubeObject[]>;

export function fewOfEach(units: Units, most: number): Units {
  const chosen = new Set(
    [...Map.groupBy([...units.values()].flat(), sortOf).values()].flatMap((alike) =>
      alike.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, most),
    ),
  );
  return new Map([...units].map(([unit, objects]) => [unit, objects.filter((each) => chosen.has(each))]));
}

function sortOf(object: KubeObject): string {
  return `${object.kind}: ${edited(object).edit}`;
}

/** By chance, so that they are of all sources. */
function placeOf(object: KubeObject): number {
  return randomFrom(`place of ${objectKey(object)}`).below(2 ** 32);
}
