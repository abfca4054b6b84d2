/**
 * Where a request goes -> the request's path. A path is branded with what may be done there, and each brand is made in
 * one function, so that a mutating request without `dryRun=All` cannot be written down.
 */
import type { ObjectPath, ResourcePath } from '../live/cluster.ts';

declare const purpose: unique symbol;
type Path<Purpose extends string> = string & { readonly [purpose]: Purpose };

export type ReadPath = Path<'read'>;
export type DryRunPath = Path<'dry-run'>;
/** The guard's probe (probe.ts), access reviews (access-review.ts) and the person's set-up (setup.ts) make their own. */
export type ProbePath = Path<'probe'>;
export type ReviewPath = Path<'review'>;
export type SetupPath = Path<'setup'>;

export type Query = Readonly<Record<string, string | undefined>>;

export function readPath(base: string, query: Query = {}): ReadPath {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the place that makes the brand
  return `${base}${queryText(query)}` as ReadPath;
}

/** The one function that builds the path of every mutating request. */
export function dryRunPath(to: ResourcePath | ObjectPath, query: Query): DryRunPath {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the place that makes the brand
  return `${resourcePath(to)}${queryText({ ...query, dryRun: 'All' })}` as DryRunPath;
}

/** `/apis/apps/v1/namespaces/web/deployments/shop`; names keep their case and every character of theirs is escaped. */
export function resourcePath(to: ResourcePath | ObjectPath): string {
  const root = to.group === '' ? '/api' : `/apis/${segment(to.group)}`;
  const namespace = to.namespace === '' ? '' : `/namespaces/${segment(to.namespace)}`;
  const name = 'name' in to ? `/${segment(to.name)}` : '';
  return `${root}/${segment(to.version)}${namespace}/${segment(to.resource)}${name}`;
}

/** Throws RangeError for an empty or relative segment: it would name another thing than was meant. */
function segment(text: string): string {
  if (text === '' || text === '.' || text === '..') throw new RangeError(`no path segment: "${text}"`);
  return encodeURIComponent(text);
}

function queryText(query: Query): string {
  const parts = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
