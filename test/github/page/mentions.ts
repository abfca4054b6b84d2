/** Markdown -> the people and teams that GitHub would notify of it. */
import { commentHtml } from './markdown.ts';

/** Nobody is called from code, and a link's text is left as it is. */
const QUIET = /<(pre|code|a)\b[^>]*>[\s\S]*?<\/\1>/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  commat: '@',
};
/** A login, or `organization/team`. */
const MENTION = /(?:^|[^\w/`])@([a-z\d][a-z\d-]*(?:\/[\w-]+)?)/gi;

function decoded(html: string): string {
  return html.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, ...groups: (string | undefined)[]) => {
    const [hexadecimal, decimal, name = ''] = groups;
    const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return Number.isNaN(code) ? (NAMED[name.toLowerCase()] ?? whole) : String.fromCodePoint(code);
  });
}

export function mentionsIn(markdown: string): readonly string[] {
  const text = decoded(
    commentHtml(markdown)
      .replaceAll(QUIET, ' code ')
      .replaceAll(/<[^>]*>/g, ''),
  );
  return [...new Set([...text.matchAll(MENTION)].map((match) => match[1] ?? ''))];
}
