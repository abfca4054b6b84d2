/** Markdown -> what a reader and GitHub's filters would see of it: tags, comments, and text in and outside code. */
import markdownIt from 'markdown-it';

export interface Rendered {
  /** Opening tags in order, by name. */
  readonly tags: readonly string[];
  /** Tags that were not closed, or closed out of turn. */
  readonly unbalanced: readonly string[];
  readonly comments: readonly string[];
  /** Text outside code and links: there GitHub looks for mentions, references and addresses. */
  readonly prose: readonly string[];
  /** All text, without white space. */
  readonly text: string;
}

const renderer = markdownIt({ html: true, linkify: true, breaks: true });
renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: true });

const token = /<!--[\s\S]*?-->|<(?<close>\/?)(?<name>[a-z][a-z0-9]*)[^>]*>|(?<text>[^<]+|<)/gi;
const empty = new Set(['br', 'hr', 'img', 'input']);
const quiet = new Set(['code', 'pre', 'a']);

export function rendered(markdown: string): Rendered {
  const tags: string[] = [];
  const unbalanced: string[] = [];
  const comments: string[] = [];
  const prose: string[] = [];
  const open: string[] = [];
  let text = '';
  for (const match of renderer.render(markdown).matchAll(token)) {
    const { close, name, text: part } = match.groups ?? {};
    if (part !== undefined) {
      text += decoded(part);
      if (!open.some((tag) => quiet.has(tag))) prose.push(decoded(part));
    } else if (name === undefined) comments.push(match[0]);
    else if (close === '/') {
      if (open.pop() !== name) unbalanced.push(name);
    } else {
      tags.push(name);
      if (!empty.has(name)) open.push(name);
    }
  }
  return { tags, unbalanced: [...unbalanced, ...open], comments, prose, text: text.replaceAll(/\s+/g, '') };
}

/** What GitHub would make of prose. */
export const live: Readonly<Record<string, RegExp>> = {
  mention: /@[\w-]/,
  issue: /#\d/,
  'issue by key': /\bgh-\d/i,
  commit: /\b[0-9a-f]{7,40}\b/,
  address: /https?:\/\/|ftp:\/\/|www\./i,
  emoji: /:[\w+-]+:/,
  formula: /\$/,
};

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

function decoded(html: string): string {
  return html.replaceAll(/&(?:#(?<point>\d+)|(?<name>[a-z]+));/g, (entity, point?: string, name?: string) =>
    point === undefined ? (named[name ?? ''] ?? entity) : String.fromCodePoint(Number(point)),
  );
}
