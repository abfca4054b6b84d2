/** Units with `dependsOn` -> those that wait for one that is not there, or for themselves in a circle: nothing of them is ever applied. */
import { listAt, textAt } from '../../../object/fields.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { fluxUnit } from '../flux-unit.ts';
import type { FluxUnit } from '../flux-unit.ts';
import { keyIn } from './control.ts';
import type { Control } from './control.ts';
import { findIn } from './found.ts';
import { kindOf, remark } from './remark.ts';
import type { Around } from './remarks.ts';
import type { Made } from './unit-of.ts';

/** By the unit's id. */
export function dependencyRemarks(
  all: readonly Made[],
  { collected, others }: Around,
): ReadonlyMap<string, readonly Remark[]> {
  const { mask } = collected.declarations;
  const byKey = new Map(all.map((made) => [made.candidate.key, made]));
  const next = (key: string): readonly string[] => {
    const made = byKey.get(key);
    return made === undefined ? [] : namesIn(made.flux).map((name) => keyIn(made.candidate.control, name));
  };
  return new Map(
    all.map((made) => {
      const { unit, flux, candidate } = made;
      const base = others.get(candidate.key);
      const old = new Set((base === undefined ? [] : namesIn(fluxUnit(base))).map(textOf));
      const names = namesIn(flux);
      const isNew = base !== undefined && names.some((name) => !old.has(textOf(name)));
      const circle = circleFrom(candidate.key, next);
      const missing = names.filter((name) => isMissing(collected, candidate.control, name));
      const waits = (about: string, title: Masked, detail: Masked): Remark =>
        remark(unit, {
          about,
          severity: isNew || flux.live === null ? 'block' : 'warn',
          title,
          detail: words`${detail} Flux applies nothing of it as long as that is so.`,
          advice: words`Mend its dependsOn.`,
          restsOn: { dependsOn: names.map(textOf) },
        });
      const remarks = [
        ...(circle.length === 0
          ? []
          : [
              waits(
                'dependency-circle',
                words`The ${kindOf(flux)} waits for itself`,
                words`Its dependsOn leads back to it: ${joined(
                  circle.map((key) => mask.text(key)),
                  ' → ',
                )}.`,
              ),
            ]),
        ...missing.map((name) =>
          waits(
            'dependency-missing',
            words`The ${kindOf(flux)} waits for one that does not exist`,
            words`It depends on ${mask.text(textOf(name))}, which neither Git nor the cluster has.`,
          ),
        ),
      ];
      return [unit.id, remarks] as const;
    }),
  );
}

interface Name {
  readonly kind: FluxUnit['kind'];
  readonly namespace: string;
  readonly name: string;
}

function namesIn({ kind, declared }: FluxUnit): readonly Name[] {
  return listAt(declared.spec, 'dependsOn').map((each) => ({
    kind,
    namespace: textAt(each, 'namespace') || declared.namespace,
    name: textAt(each, 'name'),
  }));
}

function textOf({ namespace, name }: Name): string {
  return `${namespace}/${name}`;
}

/** Where the cluster was not seen, it may be there. */
function isMissing(collected: Around['collected'], control: Control, name: Name): boolean {
  return control.live !== undefined && findIn(collected, control, name) === undefined;
}

/** The way from a unit back to it; empty without one. */
function circleFrom(start: string, next: (key: string) => readonly string[]): readonly string[] {
  const came = new Map<string, string>();
  const pending = [start];
  for (let here = pending.shift(); here !== undefined; here = pending.shift()) {
    for (const key of next(here)) {
      if (key === start) return wayTo(here, came, start);
      if (came.has(key)) continue;
      came.set(key, here);
      pending.push(key);
    }
  }
  return [];
}

function wayTo(end: string, came: ReadonlyMap<string, string>, start: string): readonly string[] {
  const way = [start];
  for (let here: string | undefined = end; here !== undefined && here !== start; here = came.get(here))
    way.unshift(here);
  return end === start ? [start, start] : [start, ...way];
}
