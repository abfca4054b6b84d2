/** A repository, its branches, commits and files, and who may do what in it. */
import { notFound, ok, refused, type Answer } from '../answer.ts';
import type { RepositoryCall, RepositoryOperation } from '../call.ts';
import { commitOf, git, tryGit } from '../git.ts';
import type { Json } from '../json.ts';
import { permissionOf, roleOf } from '../roles.ts';
import { showAccount } from '../show/account.ts';
import { showBranch, showCommit, showRef } from '../show/commit.ts';
import { showDirectory, showFile } from '../show/content.ts';
import { showRepository } from '../show/repository.ts';
import { accountOf, type Permissions } from '../state.ts';

const METADATA: readonly Permissions[] = [{ metadata: 'read' }];
const CONTENTS: readonly Permissions[] = [{ contents: 'read' }];

function get(call: RepositoryCall): Answer {
  return ok(showRepository(call.state, call.repository));
}

async function branch(call: RepositoryCall): Promise<Answer> {
  const name = call.path['branch'] ?? '';
  const sha = await commitOf(call.repository.directory, `refs/heads/${name}`);
  if (!sha) return refused(404, 'Branch not found');
  return ok(showBranch(call, name, await showCommit(call, sha)));
}

async function ref(call: RepositoryCall): Promise<Answer> {
  const name = call.path['ref'] ?? '';
  const found = await tryGit(call.repository.directory, ['rev-parse', '--verify', '--quiet', `refs/${name}`]);
  return found.code === 0 ? ok(showRef(call, name, found.stdout.toString('utf8').trim())) : notFound();
}

async function commit(call: RepositoryCall): Promise<Answer> {
  const name = call.path['ref'] ?? '';
  const sha = await commitOf(call.repository.directory, name);
  return sha ? ok(await showCommit(call, sha)) : refused(422, `No commit found for SHA: ${name}`);
}

async function contents(call: RepositoryCall): Promise<Answer> {
  const { directory, defaultBranch } = call.repository;
  const sha = await commitOf(directory, call.query['ref'] ?? defaultBranch);
  if (!sha) return refused(404, `No commit found for the ref ${call.query['ref'] ?? defaultBranch}`);
  const path = call.path['path'] ?? '';
  const type = await tryGit(directory, ['cat-file', '-t', `${sha}:${path}`]);
  if (type.code !== 0) return notFound();
  if (type.stdout.toString('utf8').trim() !== 'tree') return ok(await showFile(call, sha, path));
  const rows = await git(directory, ['ls-tree', '-z', '-l', `${sha}:${path}`]);
  return ok(
    showDirectory(
      call,
      path,
      rows.split('\0').filter((row) => row !== ''),
    ),
  );
}

function permission(call: RepositoryCall): Answer {
  const login = call.path['username'] ?? '';
  if (login.endsWith('[bot]')) return refused(404, `${login} is not a user`);
  const role = roleOf(call.repository, login);
  const roleName = role ?? 'none';
  const user: Json = { ...showAccount(call.state, accountOf(call.state, login)), role_name: roleName };
  return ok({ permission: permissionOf(role), role_name: roleName, user });
}

export const REPOSITORY_OPERATIONS: Readonly<Record<string, RepositoryOperation>> = {
  'repos/get': { needs: METADATA, run: get },
  'repos/get-branch': { needs: CONTENTS, run: branch },
  'repos/get-commit': { needs: CONTENTS, run: commit },
  'repos/get-content': { needs: CONTENTS, run: contents },
  'repos/get-collaborator-permission-level': { needs: METADATA, run: permission },
  'git/get-ref': { needs: CONTENTS, run: ref },
};
