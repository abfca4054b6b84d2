/** A reviewed pull request -> what a person reads of it, for a terminal. */
import { styleText } from 'node:util';
import type { OpenedPullRequest } from '../../test/github/opened-pull-request.ts';
import type { Annotation, CheckRun, Comment } from '../../test/github/state.ts';
import { terminalMarkdown } from './terminal-markdown.ts';

const colors = {
  success: 'green',
  action_required: 'yellow',
  failure: 'red',
} as const satisfies Readonly<Record<string, 'green' | 'yellow' | 'red'>>;

export function shownComment({ author, body }: Comment): string {
  const bar = styleText('dim', '┃');
  const lines = terminalMarkdown(body).map((line) => `${bar} ${line}`.trimEnd());
  return [`${styleText('bold', author.login)} commented`, ...lines].join('\n');
}

export function shownCheck(run: CheckRun): string {
  const conclusion = run.conclusion ?? run.status;
  const color = Object.entries(colors).find(([name]) => name === conclusion)?.[1] ?? 'gray';
  return [
    `${styleText('bold', `Check ${run.name}:`)} ${styleText([color, 'bold'], conclusion.replaceAll('_', ' '))}`,
    `  ${run.title ?? ''}`,
    ...run.annotations.map(shownAnnotation),
  ].join('\n');
}

function shownAnnotation({ path, start_line: line, annotation_level: level, title }: Annotation): string {
  return `  ${styleText('cyan', `${path}:${line}`)}  ${level}: ${title ?? ''}`;
}

export function shownTitle({ pull, number, repository }: OpenedPullRequest): string {
  return styleText('bold', `${repository.owner.login}/${repository.name}#${number} ${pull.title}`);
}
