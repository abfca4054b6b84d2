/** A HelmRelease -> when Flux will release it, and what keeps it from doing so at once. */
import { durationOf } from '../../duration.ts';
import { listAt, textAt } from '../../../object/fields.ts';
import { joined, words, type Mask, type Masked } from '../../../object/masked.ts';
import type { Applies } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit, type HelmReleaseUnit } from '../flux-unit.ts';
import { shipsNothing } from './ships-nothing.ts';

export interface Asking {
  readonly mask: Mask;
  /** The same unit at base, where it is there. */
  readonly base?: Unit | undefined;
}

export function appliesOf(unit: Unit, { mask, base }: Asking): Applies {
  const settings = helmReleaseUnit(unit);
  const usual = byItself(settings, mask);
  return (
    held(settings) ??
    standing(settings, mask, base) ??
    (base !== undefined && shipsNothing(base, unit) ? withoutChart(usual) : usual)
  );
}

function withoutChart({ when }: Applies): Applies {
  return {
    when: words`${when}, but what changes in the files of its chart only with the chart's next version`,
    why: words`its source keeps the chart as it packed it before, as long as its version stays (reconcileStrategy: ChartVersion)`,
  };
}

function held({ declared, live, source }: HelmReleaseUnit): Applies | undefined {
  const when = words`only once the HelmRelease is resumed`;
  if (declared.spec['suspend'] === true) return { when, why: words`it is suspended in Git` };
  // Git says nothing of it, so no apply of its declaration resumes it.
  if (declared.spec['suspend'] === undefined && live?.spec['suspend'] === true) {
    return {
      when,
      why: words`a person suspended it in the cluster, and Git does not say that it is not`,
    };
  }
  if (source.kind === 'unseen' || !source.suspended) return undefined;
  return { when: words`only once its source is resumed`, why: words`its source is suspended` };
}

/** What another branch or a fixed tag has does not come with this merge; the HelmRelease itself may. */
function standing(
  { source, declared }: HelmReleaseUnit,
  mask: Mask,
  base: Unit | undefined,
): Applies | undefined {
  if (source.kind === 'unseen') {
    return {
      when: words`when its chart can be fetched`,
      why: words`what its source names could not be seen here`,
    };
  }
  if (source.kind !== 'own' || source.moves || base === undefined) return undefined;
  const before = helmReleaseUnit(base).declared.spec;
  if (JSON.stringify(before) !== JSON.stringify(declared.spec)) return undefined;
  return {
    when: words`only when its source names another revision`,
    why: words`${mask.text(source.object)} stays where it is after this merge`,
  };
}

function byItself(settings: HelmReleaseUnit, mask: Mask): Applies {
  const waits = dependencies(settings, mask);
  return {
    when: words`by itself ${seen(settings)}${waits}`,
    why: words`helm-controller compares the chart's version, the values and the post-rendering with the release that stands; a change in a ConfigMap or Secret of valuesFrom is seen at its interval${every(settings)}`,
  };
}

function seen({ source, chart, declared }: HelmReleaseUnit): Masked {
  if (source.kind === 'own') {
    const fetched = source.interval === null ? words`` : words` within ${spoken(source.interval * 1000)}`;
    const built = interval(declared.spec) ?? (chart.interval === null ? undefined : chart.interval * 1000);
    const chartSeen =
      built === undefined ? words`` : words` and its chart built, every ${spoken(built)} at the latest`;
    return words`once its source is fetched${fetched}${chartSeen}`;
  }
  return words`as soon as the HelmRelease itself is applied and its chart fetched`;
}

function every({ declared }: HelmReleaseUnit): Masked {
  const length = interval(declared.spec);
  return length === undefined ? words`` : words` (${spoken(length)})`;
}

function interval(spec: HelmReleaseUnit['declared']['spec']): number | undefined {
  return durationOf(textAt(spec, 'interval'));
}

function dependencies({ declared: { namespace, spec } }: HelmReleaseUnit, mask: Mask): Masked {
  const names = listAt(spec, 'dependsOn').map((each) =>
    mask.text(`${textAt(each, 'namespace') || namespace}/${textAt(each, 'name')}`),
  );
  return names.length === 0 ? words`` : words`, and once ${joined(names, ', ')} is ready`;
}

const hour = 3_600_000;
const minute = 60_000;

/** In the largest unit in which it is whole. */
function spoken(milliseconds: number): Masked {
  if (milliseconds >= hour && milliseconds % hour === 0) return counted(milliseconds / hour, words`hour`);
  if (milliseconds >= minute && milliseconds % minute === 0) {
    return counted(milliseconds / minute, words`minute`);
  }
  return counted(Math.max(1, Math.round(milliseconds / 1000)), words`second`);
}

function counted(count: number, unit: Masked): Masked {
  return count === 1 ? words`1 ${unit}` : words`${count} ${unit}s`;
}
