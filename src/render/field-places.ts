/** A field of a rendered object and the unit's files -> the lines that set it, where they are certain. */
import { posix } from 'node:path';
import type { Place } from '../object/place.ts';
import type { RenderPlan } from '../reconciler/render-plan.ts';
import type { Closure } from '../reconciler/unit.ts';
import type { Tree } from '../source/tree.ts';
import type { AskedField } from './asked-field.ts';
import { changedScalars, explained, type Sides } from './changed-scalar.ts';
import { declaredField } from './declared-field.ts';
import { ownPath } from './placed-plan.ts';
import { kustomizationNames } from './kustomization-files.ts';
import { kustomizeField } from './kustomize-field.ts';
import { isWithin, prefixOf } from './repository-path.ts';
import { templateKey, templateLiteral } from './template-field.ts';

/** Empty where no line is certain. */
export type FieldPlaces = (asked: AskedField) => readonly Place[];

/** The files that can set a field beside the one that declares the object; none where not all are known. */
export function settingFiles(plan: RenderPlan, closure: Closure, tree: Tree): readonly string[] {
  if (closure.unknown.length > 0) return [];
  const paths = [...tree.entries.keys()];
  switch (plan.kind) {
    case 'directory':
    case 'stopped':
      return [];
    case 'kustomize':
      return paths.filter(
        (path) => (/\.(?:ya?ml|json)$/u.test(path) || isKustomization(path)) && isWithin(closure.paths, path),
      );
    case 'helm': {
      const values = plan.valuesFiles.map(ownPath);
      const chart = ownPath(plan.chart);
      return paths.filter(
        (path) => values.includes(path) || (chart !== undefined && isChartValues(chart, path)),
      );
    }
    case 'processed':
      return settingFiles(plan.plan, closure, tree);
    case 'sources':
      return [...new Set(plan.parts.flatMap((part) => settingFiles(part, closure, tree)))];
  }
}

/** `files`: those of settingFiles. `sides`: their content, and that of the files that declare the objects. */
export function fieldPlaces(plan: RenderPlan, files: readonly string[], sides: Sides): FieldPlaces {
  if (plan.kind === 'processed') return fieldPlaces(plan.plan, files, sides);
  const { head } = sides;
  const ask = asking(files, sides);
  const kustomizations = files.filter(isKustomization);
  const parts = plan.kind === 'sources' ? plan.parts.map((part) => fieldPlaces(part, files, sides)) : [];
  return (asked) => {
    switch (plan.kind) {
      case 'stopped':
        return [];
      case 'directory':
        return some(declaredField(asked, head));
      case 'kustomize':
        return first([
          () => some(declaredField(asked, head)),
          () => entryOf(asked, kustomizeField(asked, kustomizations, head), ask),
        ]);
      case 'helm': {
        const text = head.text(asked.origin.file) ?? '';
        return first([
          () => some(templateLiteral(asked, text)),
          () => ask(asked),
          () => some(templateKey(asked, text)),
        ]);
      }
      case 'sources': {
        const [only, ...others] = parts.map((part) => part(asked)).filter(({ length }) => length > 0);
        return others.length > 0 ? [] : (only ?? []);
      }
    }
  };
}

function entryOf(
  asked: AskedField,
  [entry, ...others]: readonly (readonly Place[])[],
  ask: FieldPlaces,
): readonly Place[] {
  if (entry === undefined) return ask(asked);
  return others.length > 0 ? [] : entry;
}

function asking(files: readonly string[], sides: Sides): FieldPlaces {
  let changed: ReturnType<typeof changedScalars> | undefined;
  return (asked) => explained(asked, (changed ??= changedScalars(files, sides)));
}

function first(ways: readonly (() => readonly Place[])[]): readonly Place[] {
  for (const way of ways) {
    const places = way();
    if (places.length > 0) return places;
  }
  return [];
}

function some(place: Place | undefined): readonly Place[] {
  return place === undefined ? [] : [place];
}

function isKustomization(path: string): boolean {
  const names: readonly string[] = kustomizationNames;
  return names.includes(posix.basename(path));
}

function isChartValues(chart: string, path: string): boolean {
  const prefix = prefixOf(chart);
  return path.startsWith(prefix) && /^(?:charts\/[^/]+\/)*values\.yaml$/u.test(path.slice(prefix.length));
}
