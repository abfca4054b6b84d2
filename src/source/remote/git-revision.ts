/** What a reference calls its revision -> the commit that the server has there now. */
import { words } from '../../object/masked.ts';
import { unreachable } from './ask-server.ts';
import { type RemoteBench, once } from './bench.ts';
import { chooseVersion } from './choose-version.ts';
import { type GitServer, askGit } from './git-server.ts';
import { parseRange } from './range.ts';
import { parseVersion } from './version.ts';

export interface Revision {
  readonly commit: string;
  readonly moving: boolean;
}

/** Throws RemoteError. */
export async function resolveRevision(
  bench: RemoteBench,
  server: GitServer,
  revision: string | undefined,
): Promise<Revision> {
  if (revision !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(revision)) {
    return { commit: revision, moving: false };
  }
  if (revision === undefined || revision === 'HEAD') return headOf(bench, server);
  return (await named(bench, server, revision)) ?? inRange(bench, server, revision);
}

async function headOf(bench: RemoteBench, server: GitServer): Promise<Revision> {
  const commit = (await refsOf(bench, server, ['HEAD'])).get('HEAD');
  if (commit === undefined) throw unreachable(words`the repository is empty`);
  return { commit, moving: true };
}

async function named(bench: RemoteBench, server: GitServer, revision: string): Promise<Revision | undefined> {
  const name = revision.replace(/^refs\/(?:heads|tags)\//u, '');
  const [head, tagged] = [`refs/heads/${name}`, `refs/tags/${name}`];
  const refs = await refsOf(bench, server, [head, tagged, `${tagged}^{}`]);
  const branch = revision === tagged ? undefined : refs.get(head);
  const tag = revision === head ? undefined : (refs.get(`${tagged}^{}`) ?? refs.get(tagged));
  if (tag === undefined) return branch === undefined ? undefined : { commit: branch, moving: true };
  if (branch === undefined) return { commit: tag, moving: parseVersion(name) === undefined };
  // Programs differ in which of them they take.
  if (branch !== tag) throw unreachable(words`${bench.mask.text(revision)} is both a branch and a tag there`);
  return { commit: branch, moving: true };
}

async function inRange(bench: RemoteBench, server: GitServer, revision: string): Promise<Revision> {
  const shown = bench.mask.text(revision);
  if (parseRange(revision) === undefined || parseVersion(revision) !== undefined) {
    throw unreachable(words`it has no branch, tag or whole commit ${shown}`);
  }
  const refs = await refsOf(bench, server, ['refs/tags/*']);
  const tags = [...refs.keys()]
    .filter((ref) => !ref.endsWith('^{}'))
    .map((ref) => ref.slice('refs/tags/'.length));
  const choice = chooseVersion(tags, revision, bench.mask);
  if (choice.kind === 'none') throw unreachable(choice.why);
  const chosen = `refs/tags/${choice.version}`;
  const commit = refs.get(`${chosen}^{}`) ?? refs.get(chosen);
  if (commit === undefined) throw new Error('a tag was chosen that is not among those given');
  return { commit, moving: true };
}

/** By name; what an annotated tag points to is there as `name^{}`. Names that match by a glob only do no harm. */
async function refsOf(
  bench: RemoteBench,
  server: GitServer,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const output = await once(bench, `refs ${server.url} ${patterns.join(' ')}`, () =>
    askGit(bench, server, {
      args: ['ls-remote', '--quiet', '--end-of-options', server.url, ...patterns],
      timeoutMs: bench.limits.requestMs,
    }),
  );
  const lines = output.toString('utf8').split('\n');
  return new Map(
    lines.flatMap((line): readonly (readonly [string, string])[] => {
      const [, commit, name] = /^([0-9a-f]{40,64})\t(.+)$/u.exec(line) ?? [];
      return commit === undefined || name === undefined ? [] : [[name, commit]];
    }),
  );
}
