/** A repository -> GitHub's repository, in the one shape that fits its three schemas. */
import type { Json } from '../json.ts';
import { fullName, type Repository, type State } from '../state.ts';
import { showAccount } from './account.ts';
import { nodeId, repositoryLinks } from './urls.ts';

export function repositoryUrl(state: State, repository: Repository): string {
  return `${state.origin}/api/v3/repos/${fullName(repository)}`;
}

export function pageUrl(state: State, repository: Repository): string {
  return `${state.origin}/${fullName(repository)}`;
}

const COUNTS: Readonly<Record<string, Json>> = {
  forks: 0,
  forks_count: 0,
  stargazers_count: 0,
  watchers: 0,
  watchers_count: 0,
  network_count: 0,
  subscribers_count: 0,
  size: 1,
};

const SWITCHES: Readonly<Record<string, Json>> = {
  has_issues: true,
  has_projects: false,
  has_wiki: false,
  has_pages: false,
  has_downloads: false,
  has_discussions: false,
  archived: false,
  disabled: false,
  is_template: false,
  allow_forking: true,
  web_commit_signoff_required: false,
};

export function showRepository(state: State, repository: Repository): Record<string, Json> {
  const url = repositoryUrl(state, repository);
  const open = [...repository.pulls.values()].filter((pull) => pull.state === 'open').length;
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName(repository),
    private: repository.private,
    visibility: repository.private ? 'private' : 'public',
    owner: showAccount(state, repository.owner),
    html_url: pageUrl(state, repository),
    description: null,
    fork: repository.isFork,
    url,
    ...repositoryLinks(url),
    clone_url: `${pageUrl(state, repository)}.git`,
    git_url: `${pageUrl(state, repository).replace('http', 'git')}.git`,
    ssh_url: `git@127.0.0.1:${fullName(repository)}.git`,
    svn_url: pageUrl(state, repository),
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    topics: [],
    default_branch: repository.defaultBranch,
    open_issues: open,
    open_issues_count: open,
    ...COUNTS,
    ...SWITCHES,
    created_at: repository.createdAt.toISOString(),
    updated_at: repository.createdAt.toISOString(),
    pushed_at: repository.createdAt.toISOString(),
  };
}
