/** Values known to be secret -> where they, or another writing of them, stand in a text. */
import { isNoSecret, isSecretKey } from './secret-key.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Learned {
  add(secret: string): void;
  find(text: string): readonly Range[];
}

const bucketLength = 3;
/** From this length on a value is hidden inside other words too. */
const substringLength = 6;
/** A text that was cut by its writer shows at least this much of a value. */
const cutLength = 12;
/** Longer values (Helm release records) are remembered as they stand, without other writings. */
const derivedLimit = 32 * 1024;

function printable(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  // oxlint-disable-next-line no-control-regex -- binary content is recognized by its control characters
  return /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text) ? undefined : text;
}

function decoded(secret: string): string | undefined {
  const bare = secret.replaceAll(/\s/g, '');
  if (bare.length < 8 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare)) return undefined;
  const text = printable(Buffer.from(bare, 'base64'));
  return text !== undefined && text.length >= 4 ? text : undefined;
}

/** What base64 shows of a value that stands somewhere inside encoded text, such as `user:password`. */
function insideBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < substringLength + 2) return [];
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const complete = Math.floor(((bytes.length + offset) * 8) / 6);
    return text.slice(Math.ceil((offset * 8) / 6), complete);
  });
}

function escapedForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  // Go's encoder writes <, > and & as \u003c, \u003e and \u0026
  const go = json.replaceAll(/[<>&]/g, (c) => String.raw`\u00${c.charCodeAt(0).toString(16)}`);
  const url = encodeURIComponent(secret.toWellFormed());
  const base64 = Buffer.from(secret).toString('base64');
  return [
    json,
    go,
    url,
    url.replaceAll('%20', '+'),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
  ];
}

/** Lines of a file, and the values in it whose key says that they are secret. */
function parts(secret: string): readonly string[] {
  const found: string[] = [];
  for (const line of secret.split(/\r?\n/)) {
    if (line !== secret && line.trim().length >= 8) found.push(line.trim());
    const pair = /^\s*(?:-\s+)?["']?([\w./-]{1,120})["']?\s*[:=]\s*["']?(.*?)["']?,?\s*$/.exec(line);
    const value = pair?.[2] ?? '';
    if (value.length >= 3 && isSecretKey(pair?.[1] ?? '')) found.push(value);
  }
  return found;
}

function writingsOf(secret: string): readonly string[] {
  if (secret.length > derivedLimit) return [secret, Buffer.from(secret).toString('base64')];
  const plain = decoded(secret);
  const roots = [
    secret,
    secret.trim(),
    ...parts(secret),
    ...(plain === undefined ? [] : [plain, ...parts(plain)]),
  ];
  return roots.flatMap((root) => [root, ...escapedForms(root), ...insideBase64(root)]);
}

const wordBefore = /[A-Za-z0-9_]$|[A-Za-z0-9]-$/;
const wordAfter = /^[A-Za-z0-9_]|^-[A-Za-z0-9]/;

function standsAlone(text: string, start: number, end: number): boolean {
  return (
    !wordBefore.test(text.slice(Math.max(0, start - 2), start)) && !wordAfter.test(text.slice(end, end + 2))
  );
}

function commonLength(text: string, start: number, form: string): number {
  let length = 0;
  while (length < form.length && text[start + length] === form[length]) length += 1;
  return length;
}

/** How much of the text from `start` is this form: all of it, or the beginning before a cut. */
function matched(text: string, start: number, form: string): number {
  const length = commonLength(text, start, form);
  if (length === form.length) {
    return length >= substringLength || standsAlone(text, start, start + length) ? length : 0;
  }
  const cut = length >= cutLength && /^(?:\.\.\.|…|$)/.test(text.slice(start + length, start + length + 3));
  return cut ? length : 0;
}

export function createLearned(): Learned {
  const known = new Set<string>();
  const buckets = new Map<string, string[]>();

  function add(secret: string): void {
    if (known.has(secret) || isNoSecret(secret)) return;
    for (const form of writingsOf(secret)) {
      if (form.length < bucketLength || known.has(form)) continue;
      known.add(form);
      const key = form.slice(0, bucketLength);
      const bucket = buckets.get(key) ?? [];
      bucket.push(form);
      bucket.sort((a, b) => b.length - a.length);
      buckets.set(key, bucket);
    }
  }

  function longestAt(text: string, start: number): number {
    let longest = 0;
    for (const form of buckets.get(text.slice(start, start + bucketLength)) ?? []) {
      if (form.length > longest) longest = Math.max(longest, matched(text, start, form));
    }
    return longest;
  }

  function find(text: string): readonly Range[] {
    const found: Range[] = [];
    if (buckets.size === 0) return found;
    for (let start = 0; start + bucketLength <= text.length; start += 1) {
      const length = longestAt(text, start);
      if (length === 0) continue;
      found.push({ start, end: start + length });
      start += length - 1;
    }
    return found;
  }

  return { add, find };
}
