/** A path of the repository -> what a Git generator calls it in templates, of both kinds. */
import { posix } from 'node:path';
import type { JsonObject } from '../../../object/json.ts';
import { type Parameters, sanitized } from './parameters.ts';

export interface Named {
  readonly directory: string;
  /** Undefined for a directory. */
  readonly file: string | undefined;
}

export function goPath({ directory, file }: Named, prefix: string): Parameters {
  const basename = posix.basename(directory);
  const path: JsonObject = {
    path: directory,
    basename,
    basenameNormalized: sanitized(basename),
    segments: directory.split('/'),
    ...(file === undefined ? {} : { filename: file, filenameNormalized: sanitized(file) }),
  };
  return prefix === '' ? { path } : { [prefix]: { path } };
}

/** `path`, `path.basename` and `path[0]`, flat. */
export function legacyPath({ directory, file }: Named, prefix: string): Parameters {
  const name = prefix === '' ? 'path' : `${prefix}.path`;
  const basename = posix.basename(directory);
  const segments = directory
    .split('/')
    .flatMap((segment, index) => (segment === '' ? [] : [[`${name}[${index}]`, segment] as const]));
  return {
    [name]: directory,
    [`${name}.basename`]: basename,
    [`${name}.basenameNormalized`]: sanitized(basename),
    ...(file === undefined
      ? {}
      : { [`${name}.filename`]: file, [`${name}.filenameNormalized`]: sanitized(file) }),
    ...Object.fromEntries(segments),
  };
}
