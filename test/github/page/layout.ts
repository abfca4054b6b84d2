/** A page's content -> the whole page. */
import { escaped } from './escape.ts';
import { STYLE } from './style.ts';

export interface PageContent {
  readonly title: string;
  /** HTML of the line on top. */
  readonly place: string;
  /** HTML. */
  readonly content: string;
  /** Seconds between looks for a change; 0 for never. */
  readonly refresh: number;
}

/** Replaces the content only when it has changed, so that what a reader folded open stays open. */
function refresher(seconds: number): string {
  if (!(seconds > 0)) return '';
  return `<script>
let seen = document.querySelector('main').outerHTML;
setInterval(async () => {
  const text = await (await fetch(location.href)).text();
  const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  if (next.outerHTML === seen) return;
  seen = next.outerHTML;
  document.querySelector('main').replaceWith(next);
}, ${Math.round(seconds * 1000)});
</script>`;
}

export function pageHtml(page: PageContent): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(page.title)}</title><style>${STYLE}</style></head>
<body>
<div class="top">${page.place}</div>
<main>
${page.content}
</main>
${refresher(page.refresh)}
</body>
</html>
`;
}
