/** A GitRepo's paths and a tree -> the directories of which `fleet apply` makes a bundle each (internal/cmd/cli/apply). */
import { posix } from 'node:path';
import type { JsonObject } from '../../../object/json.ts';
import type { View } from '../../view.ts';
import { listAt, textAt, textsAt } from '../../../object/fields.ts';
import { goGlob, hasMeta } from './go-glob.ts';

export interface BundlePath {
  /** Free of links; `.` is the root. */
  readonly directory: string;
  /** As it goes into the bundle's name. */
  readonly named: string;
  /** What it is described by, in its directory; undefined for `fleet.yaml`, where there is one. */
  readonly file: string | undefined;
}

export interface BundlePaths {
  readonly bundles: readonly BundlePath[];
  /** Paths that match no directory. */
  readonly missing: readonly string[];
  /** Patterns that are malformed: then Fleet makes nothing at all. */
  readonly broken: readonly string[];
}

export function bundlePaths(spec: JsonObject, view: View): BundlePaths {
  const driven = listAt(spec, 'bundles');
  if (driven.length > 0) {
    const bundles = driven.map((each) => drivenPath(textAt(each, 'base'), textAt(each, 'options')));
    const isThere = ({ directory }: BundlePath): boolean => view.directories.has(directory);
    return {
      bundles: bundles.filter(isThere),
      missing: bundles.filter((each) => !isThere(each)).map(({ named }) => named),
      broken: [],
    };
  }
  const paths = textsAt(spec, 'paths');
  const found = (paths.length === 0 ? ['.'] : paths).map((path) => ({ path, roots: globbed(path, view) }));
  return {
    bundles: found.flatMap(({ roots = [] }) => roots.flatMap((root) => below(root, view))),
    missing: found.filter(({ roots }) => roots?.length === 0).map(({ path }) => path),
    broken: found.filter(({ roots }) => roots === undefined).map(({ path }) => path),
  };
}

function drivenPath(base: string, options: string): BundlePath {
  const directory = posix.join('.', base);
  const file = options === '' ? undefined : options;
  const named =
    file === undefined
      ? directory
      : posix.join(directory, file.slice(0, file.length - posix.extname(file).length));
  return { directory, named, file };
}

/** Undefined for a malformed pattern. */
function globbed(path: string, view: View): readonly string[] | undefined {
  const pattern = path.replace(/^\/+/u, '');
  // Go finds nothing for an empty pattern: a path of `/` is no bundle at all.
  if (pattern === '') return [];
  if (!hasMeta(pattern)) {
    const directory = posix.normalize(pattern).replace(/\/$/u, '');
    return view.directories.has(directory) ? [directory] : [];
  }
  const parts = pattern
    .replace(/\/+$/u, '')
    .split('/')
    .filter((part) => part !== '.' && part !== '');
  const matchers = parts.map(goGlob);
  if (matchers.includes(undefined)) return undefined;
  return [...view.directories.keys()]
    .filter((directory) => {
      const names = directory.split('/');
      return (
        names.length === matchers.length &&
        matchers.every((matches, at) => matches?.(names[at] ?? '') === true)
      );
    })
    .sort();
}

function below(root: string, view: View): readonly BundlePath[] {
  const prefix = root === '.' ? '' : `${root}/`;
  const nested = [...view.directories.keys()]
    .filter((directory) => directory !== root && directory !== '.' && directory.startsWith(prefix))
    .filter((directory) => !directory.split('/').includes('.git') && isDescribed(directory, view))
    .sort();
  const own = isDescribed(root, view) || holdsUndescribed(root, view) ? [root] : [];
  return [...own, ...nested].map((directory) => ({ directory, named: directory, file: undefined }));
}

export const fleetFiles = ['fleet.yaml', 'fleet.yml'] as const;

/** By its `fleet.yaml`. */
function isDescribed(directory: string, { directories }: View): boolean {
  return directories.get(directory)?.some((name) => name === 'fleet.yaml' || name === 'fleet.yml') === true;
}

function holdsUndescribed(directory: string, view: View): boolean {
  if (isDescribed(directory, view)) return false;
  return (view.directories.get(directory) ?? []).some((name) => {
    const path = posix.join(directory, name);
    if (view.directories.has(path)) return holdsUndescribed(path, view);
    return /\.ya?ml$/u.test(name);
  });
}
