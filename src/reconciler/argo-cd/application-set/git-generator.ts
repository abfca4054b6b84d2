/** A Git generator -> one parameter set for each directory, or for each map in each file, that it selects. */
import { at, isJsonArray, type Json, type JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import { textAt } from '../../../object/fields.ts';
import type { Context, Produce } from './context.ts';
import { directoriesOf } from './git-directories.ts';
import { filesOf } from './git-files.ts';
import type { Pattern } from '../../path-glob.ts';
import { readsOf } from './own-revision.ts';
import { error, type Outcome, type Unknown } from './side.ts';
import { type Unvalued, withValues } from './values.ts';

export const produceGit: Produce = async (configurations, context) => {
  const asked: Outcome<Unvalued>[] = [];
  for (const configuration of configurations) asked.push(await pathsFor(configuration, context));
  return withValues(asked, context.filler);
};

async function pathsFor(configuration: JsonObject, context: Context): Promise<Outcome<Unvalued>> {
  const { projects } = context.side;
  if (!context.project.includes('{{') && projects?.includes(context.project) === false) {
    return error(`error getting project ${context.project}: there is none of that name`);
  }
  const directories = patternsOf(at(configuration, 'directories'));
  const files = patternsOf(at(configuration, 'files'));
  if (directories.length + files.length === 0)
    return error('a Git generator names neither directories nor files');
  const unseen = elsewhere(configuration, context);
  if (unseen !== undefined) return unseen;
  const prefix = textAt(configuration, 'pathParamPrefix');
  const found =
    directories.length > 0
      ? directoriesOf(directories, prefix, context)
      : await filesOf(files, prefix, context);
  if (found.kind !== 'made') return found;
  const values: Json | undefined = at(configuration, 'values');
  return { kind: 'made', value: { parameters: found.value, values } };
}

function elsewhere(configuration: JsonObject, { side, mask }: Context): Unknown | undefined {
  const repoURL = textAt(configuration, 'repoURL');
  const revision = textAt(configuration, 'revision');
  const reads = readsOf(repoURL, revision, side.origin);
  const url = mask.text(repoURL);
  switch (reads) {
    case 'tree':
      return undefined;
    case 'other-revision': {
      const why = words`the paths of ${url} at ${mask.text(revision)}, which this change does not move`;
      return { kind: 'unknown', gap: 'live-value-needed', why };
    }
    case 'other-repository':
      return {
        kind: 'unknown',
        gap: 'live-value-needed',
        why: words`the paths of another repository, ${url}`,
      };
    case 'unknown': {
      const why = words`the paths of ${url}: whether it is this repository cannot be told without a remote`;
      return { kind: 'unknown', gap: 'live-value-needed', why };
    }
  }
}

function patternsOf(items: Json | undefined): readonly Pattern[] {
  if (!isJsonArray(items)) return [];
  return items.map((item) => ({ path: textAt(item, 'path'), exclude: at(item, 'exclude') === true }));
}
