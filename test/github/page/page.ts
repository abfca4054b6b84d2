/** An address -> the page that a person sees there. */
import { findRepository, fullName, type PullRequest, type Repository, type State } from '../state.ts';
import { runHtml } from './checks.ts';
import { escaped } from './escape.ts';
import { fileHtml } from './file.ts';
import { pageHtml } from './layout.ts';
import { pullRequestHtml } from './pull-request.ts';

const FILE = /^\/([^/]+)\/([^/]+)\/blob\/([0-9a-f]{40})\/(.+)$/;
const PLACE = /^\/([^/]+)\/([^/]+)(?:\/(pull|runs)\/(\d+))?\/?$/;

function placeHtml(repository: Repository): string {
  const name = fullName(repository);
  return `<a href="/${escaped(name)}">${escaped(repository.owner.login)} / <b>${escaped(repository.name)}</b></a>`;
}

function rowHtml(repository: Repository, pull: PullRequest): string {
  const address = `/${fullName(repository)}/pull/${pull.number}`;
  return `<li><a href="${escaped(address)}"><b>${escaped(pull.title)}</b></a> <span class="muted">${escaped(fullName(repository))} #${pull.number} · ${pull.state}</span></li>`;
}

function listHtml(repositories: readonly Repository[]): string {
  const rows = repositories.flatMap((repository) =>
    [...repository.pulls.values()].map((pull) => rowHtml(repository, pull)),
  );
  return `<h1 class="title">Pull requests</h1><ul class="list">${rows.join('') || '<li class="muted">none yet</li>'}</ul>`;
}

/** Undefined where nothing is. */
async function contentOf(
  repository: Repository,
  kind: string | undefined,
  number: number,
): Promise<string | undefined> {
  if (kind === undefined) return listHtml([repository]);
  if (kind === 'runs') {
    const run = repository.runs.get(number);
    return run && runHtml(repository, run);
  }
  const pull = repository.pulls.get(number);
  return pull && pullRequestHtml(repository, pull);
}

interface Found {
  readonly title: string;
  readonly place: string;
  readonly content: string;
}

async function found(state: State, path: string): Promise<Found | undefined> {
  const [, owner = '', name = '', kind, number] = PLACE.exec(path) ?? [];
  const repository = findRepository(state, owner, name);
  if (!repository) return undefined;
  const content = await contentOf(repository, kind, Number(number));
  if (content === undefined) return undefined;
  const title = `${kind === 'pull' ? `#${number ?? ''} · ` : ''}${fullName(repository)}`;
  return { title, place: placeHtml(repository), content };
}

async function foundFile(state: State, address: string): Promise<Found | undefined> {
  const [, owner = '', name = '', commit = '', path = ''] = FILE.exec(decodeURI(address)) ?? [];
  const repository = findRepository(state, owner, name);
  const content = repository && (await fileHtml(repository, commit, path));
  if (!repository || content === undefined) return undefined;
  return { title: `${path} · ${fullName(repository)}`, place: placeHtml(repository), content };
}

function front(state: State): Found {
  return {
    title: 'GitHub stand-in',
    place: '<b>GitHub stand-in</b>',
    content: listHtml([...state.repositories.values()]),
  };
}

/** `?refresh=2` looks for changes every two seconds. */
export async function pageFor(state: State, url: URL): Promise<string | undefined> {
  const refresh = Number(url.searchParams.get('refresh') ?? 0);
  const page =
    url.pathname === '/'
      ? front(state)
      : ((await found(state, url.pathname)) ?? (await foundFile(state, url.pathname)));
  return page && pageHtml({ ...page, refresh });
}
