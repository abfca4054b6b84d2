/** A HelmRepository, or an OCIRepository that holds a chart -> the chart as it can be fetched. */
import { flagAt, textAt } from '../../../object/fields.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { FluxSource } from '../flux-unit.ts';
import { secondsAt, verifiedIn } from './git-source.ts';

type Chart = Extract<FluxSource, { readonly kind: 'chart' }>;

interface Named {
  readonly object: string;
  /** `chart` and `version` as the HelmRelease, or its HelmChart, has them. */
  readonly chart: JsonObject;
}

export function chartOfRepository(spec: JsonObject, { object, chart }: Named): Chart {
  return {
    kind: 'chart',
    object,
    repository: textAt(spec, 'url').replace(/\/+$/u, ''),
    name: textAt(chart, 'chart'),
    version: textAt(chart, 'version') || '*',
    suspended: flagAt(spec, 'suspend'),
    ...verifiedIn(chart),
    interval: secondsAt(spec, 'interval'),
  };
}

/** A digest counts before a range, that before a tag. */
export function chartOfOci(spec: JsonObject, object: string): Chart {
  const url = textAt(spec, 'url').replace(/\/+$/u, '');
  const cut = url.lastIndexOf('/');
  const [digest, semver, tag] = ['digest', 'semver', 'tag'].map((key) => textAt(spec, 'ref', key));
  return {
    kind: 'chart',
    object,
    repository: url.slice(0, Math.max(cut, 0)),
    name: url.slice(cut + 1),
    version: digest || semver || tag || 'latest',
    suspended: flagAt(spec, 'suspend'),
    ...verifiedIn(spec),
    interval: secondsAt(spec, 'interval'),
  };
}
