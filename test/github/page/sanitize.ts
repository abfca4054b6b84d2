/** HTML that a comment made -> the part of it that GitHub lets through, with every tag closed. */
import { escaped } from './escape.ts';

const TAGS: ReadonlySet<string> = new Set(
  (
    'a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ' +
    'ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead ' +
    'tr tt ul var wbr'
  ).split(' '),
);
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr']);
/** Gone with all that is inside. */
const SILENT =
  /<(script|style|iframe|object|textarea|title|xmp|noembed|noframes|plaintext)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const ATTRIBUTES: ReadonlySet<string> = new Set(
  'align alt cite colspan datetime dir height href open rowspan start title valign width'.split(' '),
);
/** Classes that our own rendering puts there. */
const CLASSES = /^(?:language-[\w+-]+|alert(?: alert-[a-z]+)?|alert-title)$/;
const SAFE_ADDRESS = /^(?:https?:|mailto:|#|\/|[\w.-]+(?:[/?#]|$))/i;
const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|</gi;
const ATTRIBUTE = /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

function isAllowed(name: string, value: string): boolean {
  if (name === 'class') return CLASSES.test(value);
  if (name === 'href' && !SAFE_ADDRESS.test(value.trim())) return false;
  return ATTRIBUTES.has(name);
}

function attributesOf(source: string): string {
  const kept = [...source.matchAll(ATTRIBUTE)].flatMap(([, name = '', double, single, bare]) => {
    const value = double ?? single ?? bare ?? '';
    const lower = name.toLowerCase();
    return isAllowed(lower, value)
      ? [` ${lower}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`]
      : [];
  });
  return kept.join('');
}

interface Open {
  readonly stack: string[];
}

/** Closes what is open down to this tag; nothing if it is not open. */
function closing(tag: string, { stack }: Open): string {
  if (!stack.includes(tag)) return '';
  const closed = stack.splice(stack.lastIndexOf(tag)).toReversed();
  return closed.map((name) => `</${name}>`).join('');
}

function opening(tag: string, attributes: string, { stack }: Open): string {
  if (!VOID.has(tag)) stack.push(tag);
  return `<${tag}${attributesOf(attributes)}>`;
}

/** No picture is loaded from elsewhere: its description stands for it. */
function picture(attributes: string): string {
  const alt = /alt\s*=\s*"([^"]*)"/i.exec(attributes)?.[1] ?? '';
  return `<span>${escaped(alt)}</span>`;
}

/** `match` is the groups of TOKEN: the slash, the tag's name, its attributes. */
function safeToken(token: string, match: readonly (string | undefined)[], open: Open): string {
  const [slash, name, rest = ''] = match;
  if (name === undefined) return token === '<' ? '&lt;' : '';
  const tag = name.toLowerCase();
  if (!TAGS.has(tag)) return '';
  if (slash === '/') return closing(tag, open);
  return tag === 'img' ? picture(rest) : opening(tag, rest, open);
}

export function sanitized(html: string): string {
  const open: Open = { stack: [] };
  const safe = html
    .replaceAll(SILENT, '')
    .replaceAll(TOKEN, (token, ...match: (string | undefined)[]) => safeToken(token, match, open));
  return `${safe}${open.stack
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join('')}`;
}
