/** One object of Flux as it is declared, or live, on one side, with the Flux that reads it. */
import { canonicalJson } from '../../../object/canonical.ts';
import { differingFields } from '../../../object/differing-fields.ts';
import { objectAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { Place } from '../../../object/place.ts';
import type { Unit } from '../../unit.ts';
import { fluxUnit } from '../flux-unit.ts';
import { keyIn, namesOf } from './control.ts';
import type { Control } from './control.ts';

export interface Candidate {
  readonly key: string;
  readonly control: Control;
  /** In its namespace. */
  readonly object: KubeObject;
  readonly place: Place | undefined;
  /** Whose render it is in. */
  readonly by: Unit | undefined;
  /** What a unit of Flux renders counts before other renders, these before files, and all before what is only live. */
  readonly from: 'flux' | 'render' | 'file' | 'cluster';
  readonly live: KubeObject | undefined;
}

type Given = Pick<Candidate, 'control' | 'object' | 'place' | 'by' | 'from'>;

export function candidateOf(given: Given, namespace: string): Candidate {
  const object = within(given.object, namespace);
  const key = keyIn(given.control, namesOf(object));
  return { ...given, object, key, live: given.control.live?.get(key) };
}

function within(object: KubeObject, namespace: string): KubeObject {
  return namespaceOf(object) === '' ? { ...object, metadata: { ...object.metadata, namespace } } : object;
}

/** The same for a unit as for the candidate of which it was made. */
export function keyOfUnit(unit: Unit): string {
  const { kind, scope, declared } = fluxUnit(unit);
  return keyIn({ cluster: unit.home.cluster, scope }, { kind, ...declared });
}

export interface Settled {
  readonly candidate: Candidate;
  /** Other declarations of the same name, in other renders or files. */
  readonly rivals: readonly Candidate[];
}

/** Several declarations of one name -> the one that counts. */
export function settled(candidates: readonly Candidate[]): Settled | undefined {
  const ranks = ['flux', 'render', 'file', 'cluster'] as const;
  const best = ranks.find((rank) => candidates.some(({ from }) => from === rank));
  const declarers = nearest(lastOfEach(candidates.filter(({ from }) => from === best)));
  const [candidate] = declarers;
  if (candidate === undefined) return undefined;
  const spec = canonicalJson(objectAt(candidate.object, 'spec'));
  const rivals = declarers.slice(1);
  const differ = rivals.filter((each) => canonicalJson(objectAt(each.object, 'spec')) !== spec);
  return { candidate, rivals: best === 'flux' ? rivals : differ };
}

/** In one render, or one file, the last of two counts. */
function lastOfEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const last = new Map<string, Candidate>();
  for (const each of candidates) last.set(each.by?.id ?? each.place?.file ?? '', each);
  return [...last.values()];
}

/** The one that is least unlike the live one is meant here. */
function nearest(candidates: readonly Candidate[]): readonly Candidate[] {
  const live = candidates[0]?.live;
  if (live === undefined || candidates.length === 1) return candidates;
  const wanted = objectAt(live, 'spec');
  const distance = ({ object }: Candidate): number =>
    differingFields(wanted, objectAt(object, 'spec'), 4).length;
  return [...candidates].sort((a, b) => distance(a) - distance(b));
}
