/** A command -> the whole environment that git gets: nothing of ours, of the machine or of the repository decides. */
import type { Access, GitCommand } from '../source/git.ts';

export interface GitSettings {
  /** Where programs are found, as in PATH. */
  readonly path: string;
  /** An empty directory of Proofline's own. */
  readonly home: string;
  readonly protocols: readonly ('https' | 'http' | 'file')[];
  /** A proxy, a CA bundle: variables that the operator wants git to have. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Set as for a command line, so that no file can turn them back. */
const always: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.autocrlf', 'false'],
  ['core.quotePath', 'false'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  // Two reviews that fetch one branch at the same moment wait for each other.
  ['core.filesRefLockTimeout', '30000'],
  ['core.packedRefsTimeout', '30000'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['fetch.recurseSubmodules', 'no'],
  ['submodule.recurse', 'false'],
  ['protocol.version', '2'],
  // A redirect would carry the token to where it points.
  ['http.followRedirects', 'false'],
  // Whose the directory is does not matter: nothing that it configures is run.
  ['safe.directory', '*'],
];

export function environmentOf(settings: GitSettings, command: GitCommand): Record<string, string> {
  return {
    ...settings.extra,
    PATH: settings.path,
    HOME: settings.home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_ALLOW_PROTOCOL: settings.protocols.join(':'),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    ...committer,
    ...given({
      GIT_DIR: command.repository,
      GIT_WORK_TREE: command.workTree,
      GIT_INDEX_FILE: command.index,
      GIT_OBJECT_DIRECTORY: command.objects,
    }),
    ...configuration([...always, ...authorization(command.access)]),
  };
}

/** Fixed, so that a commit made from a working tree has the same id each time. */
const committer = {
  GIT_AUTHOR_NAME: 'Proofline',
  GIT_AUTHOR_EMAIL: 'proofline@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'Proofline',
  GIT_COMMITTER_EMAIL: 'proofline@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
};

function authorization(access: Access | undefined): readonly (readonly [string, string])[] {
  if (access === undefined) return [];
  const credential = Buffer.from(`${access.user ?? 'x-access-token'}:${access.token}`).toString('base64');
  return [[`http.${access.url}.extraHeader`, `Authorization: Basic ${credential}`]];
}

function configuration(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [index, [key, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${String(index)}`] = key;
    variables[`GIT_CONFIG_VALUE_${String(index)}`] = value;
  }
  return variables;
}

function given(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) set[name] = value;
  }
  return set;
}
