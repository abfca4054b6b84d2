/** A pull request -> the conversation and the checks as a person would see them. */
import { fullName, type Account, type Comment, type PullRequest, type Repository } from '../state.ts';
import { latestRuns, mergeBoxHtml, runHtml } from './checks.ts';
import { escaped } from './escape.ts';
import { commentHtml } from './markdown.ts';

const EMOJI: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  laugh: '😄',
  confused: '😕',
  heart: '❤️',
  hooray: '🎉',
  rocket: '🚀',
  eyes: '👀',
};

function faceHtml(account: Account): string {
  const name = account.login.replace('[bot]', '');
  const hue = [...Buffer.from(name)].reduce((sum, byte) => (sum * 31 + byte) % 360, 7);
  const kind = account.type === 'Bot' ? 'face bot' : 'face';
  return `<div class="${kind}" style="background:hsl(${hue} 45% 45%)">${escaped((name[0] ?? '?').toUpperCase())}</div>`;
}

function nameHtml(account: Account): string {
  const label = account.type === 'Bot' ? '<span class="label">bot</span>' : '';
  return `<b>${escaped(account.login.replace('[bot]', ''))}</b>${label}`;
}

function entryHtml(author: Account, said: string, body: string): string {
  return `<div class="entry">${faceHtml(author)}<div class="box"><header>${nameHtml(author)} ${said}</header>${body}</div></div>`;
}

function reactionsHtml(comment: Comment): string {
  const counts = Map.groupBy(comment.reactions, (reaction) => reaction.content);
  const shown = [...counts].map(
    ([content, given]) => `<span>${EMOJI[content] ?? content} ${given.length}</span>`,
  );
  return shown.length > 0 ? `<div class="reactions">${shown.join('')}</div>` : '';
}

function commentEntry(comment: Comment): string {
  const edited = comment.updatedAt > comment.createdAt ? ' · edited' : '';
  const body = `<div class="markdown">${commentHtml(comment.body)}</div>${reactionsHtml(comment)}`;
  if (!comment.minimized) return entryHtml(comment.author, `commented${edited}`, body);
  const reason = comment.minimized.toLowerCase().replaceAll('_', '-');
  const folded = `<details class="markdown"><summary>This comment was marked as ${escaped(reason)}.</summary>${body}</details>`;
  return entryHtml(comment.author, 'commented', folded);
}

function stateHtml(pull: PullRequest): string {
  if (pull.mergedAt) return '<span class="pill merged">Merged</span>';
  if (pull.state === 'closed') return '<span class="pill closed">Closed</span>';
  return pull.draft ? '<span class="pill draft">Draft</span>' : '<span class="pill open">Open</span>';
}

function factsHtml(repository: Repository, pull: PullRequest): string {
  const owner = pull.head.repository === repository ? '' : `${pull.head.owner.login}:`;
  const commits = `${pull.size.commits} commit${pull.size.commits === 1 ? '' : 's'}`;
  const files = `${pull.size.files} file${pull.size.files === 1 ? '' : 's'} changed`;
  return `<div class="facts">${stateHtml(pull)}<span><b>${escaped(pull.author.login)}</b> wants to merge ${commits} into
<span class="ref mono">${escaped(pull.base.ref)}</span> from <span class="ref mono">${escaped(owner + pull.head.ref)}</span></span>
<span>${files}, head <span class="mono">${pull.head.sha.slice(0, 7)}</span></span></div>`;
}

export async function pullRequestHtml(repository: Repository, pull: PullRequest): Promise<string> {
  const runs = latestRuns([...repository.runs.values()].filter((run) => run.headSha === pull.head.sha));
  const comments = [...repository.comments.values()].filter((comment) => comment.issue === pull.number);
  const description = pull.body ? commentHtml(pull.body) : '<p class="empty">No description provided.</p>';
  const sections: string[] = [];
  for (const run of runs) sections.push(await runHtml(repository, run));
  return `<h1 class="title">${escaped(pull.title)} <span class="number">#${pull.number}</span></h1>
${factsHtml(repository, pull)}
${entryHtml(pull.author, 'described this', `<div class="markdown">${description}</div>`)}
${comments.map(commentEntry).join('\n')}
${mergeBoxHtml(runs)}
${sections.length > 0 ? `<h3 class="heading">Checks of ${escaped(fullName(repository))}</h3>` : ''}
${sections.join('\n')}`;
}
