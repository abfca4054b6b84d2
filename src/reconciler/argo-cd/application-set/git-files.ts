/** Patterns of files -> the parameter sets that the files hold, each with its file's path. */
import { posix } from 'node:path';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import { readValues } from '../../../object/yaml.ts';
import { linkedTree } from '../../../source/read-links.ts';
import { resolvePath } from '../../../source/symlink.ts';
import type { Context } from './context.ts';
import { doublestarPath, type Pattern, pathspec } from '../../path-glob.ts';
import { flattened, type Parameters, printed } from './parameters.ts';
import { goPath, legacyPath } from './path-parameters.ts';
import { all, error, made, type Outcome } from './side.ts';

/** In bytes. Larger files are no parameters that a person wrote. */
const limits = { largest: 5_000_000, total: 50_000_000 };

export async function filesOf(
  patterns: readonly Pattern[],
  prefix: string,
  context: Context,
): Promise<Outcome<readonly Parameters[]>> {
  const paths = selected(patterns, context);
  if (paths.kind !== 'made') return paths;
  const contents = await contentsOf(paths.value, context);
  if (contents.kind !== 'made') return contents;
  const sets = contents.value.map(({ path, content }) => {
    const maps = mapsIn(content);
    if (maps.kind === 'error') return error(`unable to process file '${path}': ${maps.message}`);
    return maps.kind === 'made'
      ? made(maps.value.map((map) => parametersOf(map, { path, prefix }, context)))
      : maps;
  });
  const found = all(sets);
  return found.kind === 'made' ? made(found.value.flat()) : found;
}

function selected(patterns: readonly Pattern[], { side, mask }: Context): Outcome<readonly string[]> {
  const magic = patterns.find(({ path }) => path.startsWith(':'));
  if (magic !== undefined && !side.controller.newFileGlobbing) {
    const why = words`the files of ${mask.text(magic.path)}, a pathspec with magic`;
    return { kind: 'unknown', gap: 'live-value-needed', why };
  }
  const outside = patterns.find(
    ({ path }) => path.startsWith('/') || posix.normalize(path).startsWith('../'),
  );
  if (outside !== undefined) return error(`${JSON.stringify(outside.path)} is outside of the repository`);
  const matcherOf = side.controller.newFileGlobbing ? doublestarPath : pathspec;
  const matchers = patterns.map(({ path, exclude }) => ({ path, matches: matcherOf(path), exclude }));
  const bad = matchers.find(({ matches }) => matches === undefined);
  if (bad !== undefined) return error(`syntax error in pattern ${JSON.stringify(bad.path)}`);
  const paths = [...side.tree.entries.keys()].filter((path) => {
    const hits = matchers.filter(({ matches }) => matches?.(path) === true);
    return hits.length > 0 && hits.every(({ exclude }) => !exclude);
  });
  return made(paths);
}

interface File {
  readonly path: string;
  readonly content: Buffer;
}

/** Links are followed, as the file system of the repository server does. */
async function contentsOf(
  paths: readonly string[],
  { side, mask }: Context,
): Promise<Outcome<readonly File[]>> {
  const tree = await linkedTree(side.tree);
  const real = paths.map((path) => ({ path, resolved: resolvePath(tree, path) }));
  const targets = real.map(({ resolved }) => (resolved.kind === 'inside' ? resolved.path : ''));
  const contents = await side.tree.read(targets, limits);
  const files = real.map(({ path }, index): Outcome<File> => {
    const content = contents.get(targets[index] ?? '');
    if (content !== undefined) return made({ path, content });
    const why = words`what ${mask.text(path)} holds: it is too large, a submodule, or a link that leads nowhere`;
    return { kind: 'unknown', gap: 'source-unreadable', why };
  });
  return all(files);
}

/** One map, or a list of maps; an empty file is an empty map. Of several documents the first counts. */
function mapsIn(content: Buffer): Outcome<readonly JsonObject[]> {
  const [document] = readValues('', content);
  if (document === undefined) return made([{}]);
  if (document.kind === 'problem') return error(document.message);
  if (isJsonObject(document.value)) return made([document.value]);
  if (!isJsonArray(document.value))
    return error('unable to parse file: it holds neither a map nor a list of maps');
  return all(document.value.map(mapOf));
}

function mapOf(item: Json): Outcome<JsonObject> {
  if (item === null) return made({});
  return isJsonObject(item)
    ? made(item)
    : error('unable to parse file: its list holds something that is no map');
}

function parametersOf(
  map: JsonObject,
  { path, prefix }: { readonly path: string; readonly prefix: string },
  { filler }: Context,
): Parameters {
  const named = { directory: posix.dirname(path), file: posix.basename(path) };
  if (filler.goTemplate) return { ...map, ...goPath(named, prefix) };
  const flat = [...flattened(map)].map(([key, value]) => [key, printed(value)] as const);
  return { ...Object.fromEntries(flat), ...legacyPath(named, prefix) };
}
