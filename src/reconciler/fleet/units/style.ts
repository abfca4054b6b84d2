/** The files and options of a bundle on one cluster -> by what Fleet renders it (internal/bundlereader, DetermineStyle). */
import { posix } from 'node:path';
import type { JsonObject } from '../../../object/json.ts';
import { partAt, textAt } from '../../../object/fields.ts';
import type { RemoteReference } from '../../../source/remote.ts';

export interface Style {
  /** A directory of the bundle, or what must be fetched; undefined where there is no chart. */
  readonly chart:
    | { readonly kind: 'local'; readonly directory: string }
    | { readonly kind: 'remote'; readonly reference: RemoteReference }
    | { readonly kind: 'unknown'; readonly url: string }
    | undefined;
  /** The directory of the kustomization, in the bundle; undefined where there is none. */
  readonly kustomization: string | undefined;
}

/** `names`: of the bundle's files. */
export function styleOf(options: JsonObject, names: ReadonlySet<string>): Style {
  const directory = textAt(options, 'kustomize', 'dir');
  const file = within(directory, 'kustomization.yaml');
  return {
    chart: chartOf(options, names),
    kustomization: names.has(file) ? posix.dirname(file) : undefined,
  };
}

function chartOf(options: JsonObject, names: ReadonlySet<string>): Style['chart'] {
  const helm = partAt(options, 'helm');
  const chart = textAt(helm, 'chart');
  const repo = textAt(helm, 'repo');
  if (chart !== '' && (repo !== '' || !isThere(chart, names)))
    return remoteOf(repo, chart, textAt(helm, 'version'));
  const file = within(chart === '' ? repo : chart, 'Chart.yaml');
  return names.has(file) ? { kind: 'local', directory: posix.dirname(file) } : undefined;
}

function remoteOf(repo: string, chart: string, version: string): NonNullable<Style['chart']> {
  const wanted = version === '' ? '*' : version;
  if (repo !== '') {
    return {
      kind: 'remote',
      reference: { kind: 'chart', repository: repo.replace(/\/+$/u, ''), name: chart, version: wanted },
    };
  }
  if (chart.startsWith('oci://')) {
    const slash = chart.lastIndexOf('/');
    const reference = {
      kind: 'chart',
      repository: chart.slice(0, slash),
      name: chart.slice(slash + 1),
      version: wanted,
    } as const;
    return { kind: 'remote', reference };
  }
  return { kind: 'unknown', url: chart };
}

function isThere(path: string, names: ReadonlySet<string>): boolean {
  const clean = within(path, '');
  return clean === '.' || [...names].some((name) => name === clean || name.startsWith(`${clean}/`));
}

function within(directory: string, file: string): string {
  return posix.join('.', directory, file).replace(/^\/+|\/+$/gu, '') || '.';
}
