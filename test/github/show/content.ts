/** A file or a folder of a commit -> GitHub's contents. */
import type { RepositoryCall } from '../call.ts';
import { git, tryGit } from '../git.ts';
import type { Json } from '../json.ts';
import { pageUrl, repositoryUrl } from './repository.ts';

function entry(call: RepositoryCall, path: string, sha: string): Record<string, Json> {
  const api = repositoryUrl(call.state, call.repository);
  const html = `${pageUrl(call.state, call.repository)}/blob/HEAD/${path}`;
  const self = `${api}/contents/${path}`;
  const blob = `${api}/git/blobs/${sha}`;
  return {
    name: path.split('/').at(-1) ?? '',
    path,
    sha,
    url: self,
    html_url: html,
    git_url: blob,
    download_url: `${html}?raw`,
    _links: { self, git: blob, html },
  };
}

export async function showFile(call: RepositoryCall, commit: string, path: string): Promise<Json> {
  const { directory } = call.repository;
  const sha = await git(directory, ['rev-parse', `${commit}:${path}`]);
  const content = (await tryGit(directory, ['cat-file', 'blob', sha])).stdout;
  return {
    ...entry(call, path, sha),
    type: 'file',
    size: content.length,
    encoding: 'base64',
    content: content.toString('base64').replaceAll(/.{60}/g, '$&\n'),
  };
}

/** `rows` are those of `git ls-tree -l`. */
export function showDirectory(call: RepositoryCall, path: string, rows: readonly string[]): Json {
  return rows.map((row) => {
    const [facts = '', name = ''] = row.split('\t');
    const [mode, kind, sha = '', size] = facts.split(/\s+/);
    const type = kind === 'tree' ? 'dir' : mode === '120000' ? 'symlink' : 'file';
    return { ...entry(call, path === '' ? name : `${path}/${name}`, sha), type, size: Number(size) || 0 };
  });
}
