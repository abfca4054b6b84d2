/** A unit -> when Flux will apply it, and what keeps it from doing so at once. */
import { words, type Mask, type Masked } from '../../../../object/masked.ts';
import type { Applies } from '../../../unit-record.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit, type KustomizationUnit } from '../../flux-unit.ts';
import { seconds, spoken } from './duration.ts';

export interface Asking {
  readonly mask: Mask;
  /** The same unit at base, where it is there. */
  readonly base?: Unit | undefined;
}

export function appliesOf(unit: Unit, { mask, base }: Asking): Applies {
  const settings = kustomizationUnit(unit);
  return held(settings) ?? standing(settings, mask, base) ?? byItself(settings, mask);
}

function held({ declared, live, source }: KustomizationUnit): Applies | undefined {
  if (declared.spec['suspend'] === true) {
    return { when: words`only once the Kustomization is resumed`, why: words`it is suspended in Git` };
  }
  // Git says nothing of it, so no apply of its declaration resumes it.
  if (declared.spec['suspend'] === undefined && live?.spec['suspend'] === true) {
    const why = words`a person suspended it in the cluster, and Git does not say that it is not`;
    return { when: words`only once the Kustomization is resumed`, why };
  }
  if (source.kind === 'unseen' || !source.suspended) return undefined;
  return { when: words`only once its source is resumed`, why: words`its source is suspended` };
}

function standing({ source }: KustomizationUnit, mask: Mask, base: Unit | undefined): Applies | undefined {
  if (source.kind === 'own' && source.moves) return undefined;
  if (source.kind === 'unseen') {
    return {
      when: words`when its source can be fetched`,
      why: words`what its source names could not be seen here`,
    };
  }
  if (base === undefined) return undefined;
  return {
    when: words`only when its source names another revision`,
    why: words`${mask.text(source.object)} stays where it is after this merge`,
  };
}

function byItself({ declared, source }: KustomizationUnit, mask: Mask): Applies {
  const fetched = source.kind === 'own' ? source.interval : null;
  const every = seconds(declared.spec['interval']);
  const sourceSees =
    fetched === null
      ? words`once its source is fetched`
      : words`within ${spoken(fetched)}, when its source is fetched next`;
  const again: Masked = every === undefined ? words`` : words`, and again every ${spoken(every)}`;
  const named = source.kind === 'unseen' ? words`its source` : mask.text(source.object);
  return {
    when: words`by itself ${sourceSees}${again}`,
    why: words`Flux applies each new revision of ${named}; a Receiver or a person can have it fetched at once`,
  };
}
