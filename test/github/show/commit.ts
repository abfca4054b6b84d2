/** A commit, a branch and a reference of a bare repository -> GitHub's. */
import type { RepositoryCall } from '../call.ts';
import { git } from '../git.ts';
import type { Json } from '../json.ts';
import { pageUrl, repositoryUrl } from './repository.ts';
import { nodeId } from './urls.ts';

export async function showCommit(call: RepositoryCall, sha: string): Promise<Json> {
  const format = ['%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');
  const output = await git(call.repository.directory, ['show', '-s', `--format=${format}`, sha]);
  const [tree = '', parents = '', ...rest] = output.split('\0');
  const [
    name = '',
    email = '',
    date = '',
    committer = '',
    committerEmail = '',
    committed = '',
    message = '',
  ] = rest;
  const api = repositoryUrl(call.state, call.repository);
  const page = pageUrl(call.state, call.repository);
  return {
    sha,
    node_id: nodeId('C', Number.parseInt(sha.slice(0, 8), 16)),
    url: `${api}/commits/${sha}`,
    html_url: `${page}/commit/${sha}`,
    comments_url: `${api}/commits/${sha}/comments`,
    commit: {
      url: `${api}/git/commits/${sha}`,
      author: { name, email, date },
      committer: { name: committer, email: committerEmail, date: committed },
      message: message.trimEnd(),
      tree: { sha: tree, url: `${api}/git/trees/${tree}` },
      comment_count: 0,
      verification: {
        verified: false,
        reason: 'unsigned',
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    author: null,
    committer: null,
    parents: parents
      .split(' ')
      .filter((parent) => parent !== '')
      .map((parent) => ({
        sha: parent,
        url: `${api}/commits/${parent}`,
        html_url: `${page}/commit/${parent}`,
      })),
  };
}

export function showBranch(call: RepositoryCall, name: string, commit: Json): Json {
  const url = `${repositoryUrl(call.state, call.repository)}/branches/${name}`;
  return {
    name,
    commit,
    _links: { self: url, html: `${pageUrl(call.state, call.repository)}/tree/${name}` },
    protected: false,
    protection: {
      enabled: false,
      required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
    },
    protection_url: `${url}/protection`,
  };
}

export function showRef(call: RepositoryCall, name: string, sha: string): Json {
  const api = repositoryUrl(call.state, call.repository);
  return {
    ref: `refs/${name}`,
    node_id: nodeId('REF', Number.parseInt(sha.slice(0, 8), 16)),
    url: `${api}/git/refs/${name}`,
    object: { type: 'commit', sha, url: `${api}/git/commits/${sha}` },
  };
}
