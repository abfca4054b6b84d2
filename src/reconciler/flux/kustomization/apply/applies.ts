/** A unit -> when Flux will apply it, and what keeps it from doing so at once. */
import { textAt } from '../../../../object/fields.ts';
import { joined, words, type Mask, type Masked } from '../../../../object/masked.ts';
import { durationOf } from '../../../duration.ts';
import type { Applies } from '../../../unit-record.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit, type KustomizationUnit } from '../../flux-unit.ts';
import { dependenciesOf, isSuspended } from './never-starts.ts';

export function appliesOf(unit: Unit, mask: Mask): Applies {
  const settings = kustomizationUnit(unit);
  return (
    goingOff(settings, mask) ?? held(settings, mask) ?? standing(settings, mask) ?? byItself(settings, mask)
  );
}

/** The revision and the suspension reach the controller side by side. */
function goingOff(settings: KustomizationUnit, mask: Mask): Applies | undefined {
  if (settings.declared.spec['suspend'] !== true || isSuspended(settings)) return undefined;
  const { when } = byItself(settings, mask);
  const why = words`it is suspended with the same merge; its controller may apply the new revision once more before it is`;
  return { when: words`${when}, or only once the Kustomization is resumed`, why };
}

function held({ declared, source }: KustomizationUnit, mask: Mask): Applies | undefined {
  if (declared.spec['suspend'] === true) {
    const why = words`it is suspended; what changed until then is applied all at once`;
    return { when: words`only once the Kustomization is resumed`, why };
  }
  if (source.kind === 'unseen' || !source.suspended) return undefined;
  return {
    when: words`only once ${mask.text(source.object)} is resumed`,
    why: words`its source is suspended and fetches nothing`,
  };
}

function standing({ source }: KustomizationUnit, mask: Mask): Applies | undefined {
  switch (source.kind) {
    case 'own':
      return source.moves ? undefined : notMoved(mask.text(source.object), mask.text(source.follows));
    case 'unseen':
      return {
        when: words`when its source has something new`,
        why: words`${mask.text(source.object)} could not be followed here: ${mask.text(source.why)}`,
      };
    case 'git':
    case 'chart':
      return {
        when: words`when its source has something new`,
        why: words`${mask.text(source.object)} is not this repository`,
      };
  }
}

function notMoved(source: Masked, follows: Masked): Applies {
  return {
    when: words`only when ${source} follows something else`,
    why: words`it stays at ${follows}, which this merge does not move`,
  };
}

function byItself(settings: KustomizationUnit, mask: Mask): Applies {
  const { declared, source } = settings;
  const seen = source.kind === 'own' ? fetchedIn(source) : words`once its source is fetched`;
  const awaited = dependenciesOf(settings).map((name) => mask.text(name));
  const order =
    awaited.length === 0 ? words`` : words`, after ${joined(awaited, ', ')} is ready at the same revision`;
  const every = durationOf(textAt(declared.spec, 'interval'));
  const again = every === undefined ? words`` : words` and again every ${spoken(every / 1000)}`;
  return {
    when: words`by itself, ${seen}${order}`,
    why: words`Flux applies each new revision of ${mask.text(source.object)} as soon as it is fetched,${again} what has drifted`,
  };
}

type Own = Extract<KustomizationUnit['source'], { readonly kind: 'own' }>;

function fetchedIn({ interval, receiver }: Own): Masked {
  if (receiver) return words`at once: a Receiver has the source fetched`;
  return interval === null
    ? words`once its source is fetched`
    : words`within ${spoken(interval)}, when its source is fetched next`;
}

/** In the largest unit in which it is whole. */
function spoken(seconds: number): Masked {
  const whole = Math.max(1, Math.round(seconds));
  if (whole % 3600 === 0) return counted(whole / 3600, words`hour`);
  return whole % 60 === 0 ? counted(whole / 60, words`minute`) : counted(whole, words`second`);
}

function counted(count: number, unit: Masked): Masked {
  return count === 1 ? words`1 ${unit}` : words`${count} ${unit}s`;
}
