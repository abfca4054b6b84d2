/** Check runs -> the box beside the merge button, and one section a run. */
import type { CheckRun, Repository } from '../state.ts';
import { annotationsHtml } from './annotations.ts';
import { escaped } from './escape.ts';
import { outputHtml } from './markdown.ts';

const SIGNS: Readonly<Record<string, string>> = {
  success: '✓',
  failure: '✕',
  timed_out: '✕',
  action_required: '!',
  cancelled: '–',
  skipped: '–',
  neutral: '–',
};

function stateOf(run: CheckRun): string {
  return run.status === 'completed' ? (run.conclusion ?? 'neutral') : 'running';
}

function wordOf(run: CheckRun): string {
  return (run.status === 'completed' ? (run.conclusion ?? '') : run.status).replaceAll('_', ' ');
}

function markHtml(state: string, size = ''): string {
  return `<span class="mark ${size} ${state}">${SIGNS[state] ?? '•'}</span>`;
}

/** The newest run of each name, as GitHub judges. */
export function latestRuns(runs: readonly CheckRun[]): readonly CheckRun[] {
  return runs.filter((run, at) => runs.findLastIndex((other) => other.name === run.name) === at);
}

const HEADINGS: readonly (readonly [string, string])[] = [
  ['running', "Some checks haven't completed yet"],
  ['failure', 'Some checks were not successful'],
  ['timed_out', 'Some checks were not successful'],
  ['cancelled', 'Some checks were not successful'],
  ['action_required', 'A check needs a decision'],
];

export function mergeBoxHtml(runs: readonly CheckRun[]): string {
  if (runs.length === 0) return '';
  const states = runs.map(stateOf);
  const [state, heading] = HEADINGS.find(([name]) => states.includes(name)) ?? [
    'success',
    'All checks have passed',
  ];
  const rows = runs.map(
    (run) =>
      `<div class="row">${markHtml(stateOf(run))}<b>${escaped(run.name)}</b><span class="said">${escaped(run.title ?? wordOf(run))}</span><a href="#run-${run.id}">Details</a></div>`,
  );
  const count = `${runs.length} check${runs.length === 1 ? '' : 's'}`;
  return `<div class="checks"><header>${markHtml(state, 'big')}<div><strong>${heading}</strong><span>${count}</span></div></header>${rows.join('')}</div>`;
}

export async function runHtml(repository: Repository, run: CheckRun): Promise<string> {
  const word = `${wordOf(run)} · <span class="mono">${run.headSha.slice(0, 7)}</span>`;
  const text = run.text
    ? `<details open><summary>Details</summary><div class="markdown">${outputHtml(run.text)}</div></details>`
    : '';
  const buttons = run.actions.map(
    (action) => `<span class="button" title="${escaped(action.description)}">${escaped(action.label)}</span>`,
  );
  return `<section class="run" id="run-${run.id}">
<header>${markHtml(stateOf(run))}<b>${escaped(run.name)}</b><span class="word">${word}</span></header>
${run.title ? `<h2>${escaped(run.title)}</h2>` : ''}
${run.summary ? `<div class="markdown">${outputHtml(run.summary)}</div>` : ''}
${text}
${buttons.length > 0 ? `<div class="buttons">${buttons.join('')}</div>` : ''}
${await annotationsHtml(repository, run)}
</section>`;
}
