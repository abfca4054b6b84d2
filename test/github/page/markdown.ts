/** Markdown of a comment or a check -> HTML as GitHub would show it. */
import MarkdownIt from 'markdown-it';
import { colored } from './diff.ts';
import { sanitized } from './sanitize.ts';

const ALERT = /^\s*\[!(note|tip|important|warning|caution)\]\s*\n?/i;

/** `> [!WARNING]` becomes a titled box. */
function alerts(html: string): string {
  return html.replaceAll(/<blockquote>\s*<p>(\[![a-z]+\])(?:<br>)?\s*/gi, (whole, mark: string) => {
    const kind = ALERT.exec(mark)?.[1]?.toLowerCase();
    if (!kind) return whole;
    const title = `${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}`;
    return `<blockquote class="alert alert-${kind}"><p class="alert-title">${title}</p><p>`;
  });
}

function tasks(html: string): string {
  return html
    .replaceAll(/<li>(\s*(?:<p>)?)\[ \] /g, '<li class="task">$1<input type="checkbox" disabled> ')
    .replaceAll(/<li>(\s*(?:<p>)?)\[x\] /gi, '<li class="task">$1<input type="checkbox" disabled checked> ');
}

/** Comments break lines where their text does; check outputs do not. */
const comments = new MarkdownIt({ html: true, linkify: true, breaks: true });
const outputs = new MarkdownIt({ html: true, linkify: true });

export function commentHtml(markdown: string): string {
  return tasks(colored(sanitized(alerts(comments.render(markdown)))));
}

export function outputHtml(markdown: string): string {
  return tasks(colored(sanitized(alerts(outputs.render(markdown)))));
}
