/** A run's annotations -> HTML by file, each under the lines that it is about. */
import { tryGit } from '../git.ts';
import type { Annotation, CheckRun, Repository } from '../state.ts';
import { escaped } from './escape.ts';

const AROUND = 1;
const MOST_LINES = 12;

/** The file's lines at the run's commit; none if it is not there. */
async function linesOf(repository: Repository, sha: string, path: string): Promise<readonly string[]> {
  const file = await tryGit(repository.directory, ['show', `${sha}:${path}`]);
  return file.code === 0 ? file.stdout.toString('utf8').replace(/\n$/, '').split('\n') : [];
}

function codeHtml(lines: readonly string[], annotation: Annotation): string {
  const first = Math.max(1, annotation.start_line - AROUND);
  const last = Math.min(lines.length, annotation.end_line + AROUND, first + MOST_LINES);
  const rows: string[] = [];
  for (let at = first; at <= last; at += 1) {
    const isMeant = at >= annotation.start_line && at <= annotation.end_line;
    const text = escaped(lines[at - 1] ?? '');
    rows.push(`<tr${isMeant ? ' class="meant"' : ''}><td class="at">${at}</td><td>${text}</td></tr>`);
  }
  return rows.length > 0 ? `<table class="code mono">${rows.join('')}</table>` : '';
}

function noteHtml(annotation: Annotation): string {
  const { start_line: start, end_line: end } = annotation;
  const where = start === end ? `line ${start}` : `lines ${start}–${end}`;
  const title = annotation.title ? `<b>${escaped(annotation.title)}</b>` : '';
  const details = annotation.raw_details ? `<pre>${escaped(annotation.raw_details)}</pre>` : '';
  return `<div class="note ${annotation.annotation_level}"><span class="where">${where}</span>${title}<p>${escaped(annotation.message)}</p>${details}</div>`;
}

export async function annotationsHtml(repository: Repository, run: CheckRun): Promise<string> {
  const files = Map.groupBy(run.annotations, (annotation) => annotation.path);
  const boxes: string[] = [];
  for (const [path, annotations] of files) {
    const lines = await linesOf(repository, run.headSha, path);
    const notes = annotations.map((annotation) => `${codeHtml(lines, annotation)}${noteHtml(annotation)}`);
    boxes.push(`<div class="file"><header class="mono">${escaped(path)}</header>${notes.join('')}</div>`);
  }
  return boxes.join('');
}
