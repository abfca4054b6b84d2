/** What is known of one side while units are looked for: each new unit may declare more. */
import { posix } from 'node:path';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Place } from '../../../object/place.ts';
import type { Declarations } from '../../declarations.ts';
import type { SortedPaths } from '../../depends-on.ts';
import type { Unit } from '../../unit.ts';
import type { View } from '../../view.ts';
import type { Candidate } from './candidate.ts';
import type { Control } from './control.ts';

/** An object of Flux that stands in a file, or in what somebody else renders. */
export interface Loose {
  readonly object: KubeObject;
  readonly place: Place | undefined;
  readonly file: string;
  readonly by: Unit | undefined;
}

export type Rendered = Declarations['rendered'][number];

export interface Growing {
  readonly declarations: Declarations;
  readonly view: View;
  /** Those that the operator names. */
  readonly controls: readonly Control[];
  readonly loose: readonly Loose[];
  readonly files: SortedPaths;
  /** What units of Flux render, by their keys. */
  readonly renders: ReadonlyMap<string, Rendered>;
  /** By key; besides units and sources, ConfigMaps and Secrets. */
  readonly declared: Map<string, Candidate[]>;
  /** Units, with the paths of their sources, of which it is known what they declare. */
  readonly grown: Set<string>;
  /** Of these, by key, those whose renders were looked at. */
  readonly looked: Set<string>;
  /** Directories of kustomizations that some unit builds. */
  readonly built: Set<string>;
  /** What some unit takes. */
  readonly covered: Set<Loose>;
  /** Units that apply objects of Flux to a cluster of which no Flux is named. */
  readonly homeless: Map<string, Unit>;
}

export function looseOf({ loose }: Growing, held: ReadonlySet<string>): readonly Loose[] {
  return loose.filter(({ file }) => held.has(file));
}

export function addBuilt({ built, view }: Growing, paths: readonly string[]): void {
  for (const path of paths) {
    const directory = posix.dirname(path);
    if (view.kustomizations.get(directory)?.place.file === path) built.add(directory);
  }
}
