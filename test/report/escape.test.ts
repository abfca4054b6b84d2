import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible } from '../../src/object/visible.ts';
import { clip, code, fence, gfm, htmlCode, inline, linkTo } from '../../src/report/escape.ts';
import type { Markdown } from '../../src/report/escape.ts';
import { hostile } from './hostile.ts';
import { live, rendered } from './rendered.ts';

interface Position {
  readonly name: string;
  readonly put: (foreign: string) => Markdown;
  /** Tags of the page without the foreign text; code may come besides. */
  readonly tags: readonly string[];
  readonly around: string;
}

const positions: readonly Position[] = [
  { name: 'a line', put: (text) => gfm`${inline(text)}`, tags: ['p'], around: '' },
  { name: 'a sentence', put: (text) => gfm`Said: ${inline(text)}.`, tags: ['p'], around: 'Said:.' },
  { name: 'strong text', put: (text) => gfm`**x ${inline(text)} y**`, tags: ['p', 'strong'], around: 'xy' },
  { name: 'a list item', put: (text) => gfm`- a ${inline(text)}`, tags: ['ul', 'li'], around: 'a' },
  { name: 'code', put: (text) => gfm`Named ${code(text)}.`, tags: ['p'], around: 'Named.' },
  {
    name: 'a table cell',
    put: (text) => gfm`| a | b |\n|:--|:--|\n| ${inline(text)} | ${code('x')} |`,
    tags: ['table', 'thead', 'tr', 'th', 'th', 'tbody', 'tr', 'td', 'td'],
    around: 'abx',
  },
  {
    name: 'code in a table cell',
    put: (text) => gfm`| a | b |\n|:--|:--|\n| ${code(text)} | x |`,
    tags: ['table', 'thead', 'tr', 'th', 'th', 'tbody', 'tr', 'td', 'td'],
    around: 'abx',
  },
  {
    name: 'a summary',
    put: (text) => gfm`<details><summary>a ${htmlCode(text)}</summary>\n\nb\n\n</details>`,
    tags: ['details', 'summary', 'p'],
    around: 'ab',
  },
  {
    name: 'a fence',
    put: (text) => gfm`a\n\n${fence(text, 'text')}\n\nb`,
    tags: ['p', 'pre', 'p'],
    around: 'ab',
  },
  {
    name: 'a link',
    put: (text) =>
      linkTo(code(text), { site: 'https://github.com/acme/gitops', path: ['blob', text], anchor: 'L1' }),
    tags: ['p', 'a'],
    around: '',
  },
];

for (const position of positions) {
  test(`hostile text in ${position.name} stays text`, () => {
    assert.ok(hostile.length > 40);
    for (const text of hostile) check(position, text);
  });

  test(`two thousand random texts in ${position.name} stay text`, () => {
    const random = seeded(position.name.length);
    for (let round = 0; round < 2000; round += 1) check(position, randomText(random));
  });
}

test('what cannot be seen is shown by its number', () => {
  assert.equal(inline('a\u202Eb'), 'a\\[U+202E\\]b');
  assert.equal(code('a\u200Bb'), '`a[U+200B]b`');
});

test('a name can be no delimiter row under a line that would become a table head', () => {
  assert.equal(inline(':--'), String.raw`\:--`);
});

test('plain words are left as they are, also in mails', () => {
  const text = 'Deployment shop/web restarts (3 Pods): image 1.8.2 -> 1.8.3, see the notes!';
  assert.equal(inline(text), text.replace('>', '&gt;'));
});

test('words between backticks are code', () => {
  assert.equal(inline('Role `shop/deployer` gains `*`.'), 'Role `shop/deployer` gains `*`.');
});

test('a fence is longer than any run of backticks in it', () => {
  assert.equal(fence('a\n````\nb', 'diff'), '`````diff\na\n````\nb\n`````');
});

test('a clipped text says how much is missing and never ends in half a character', () => {
  assert.equal(clip('abcdef', 4), 'abcd… (2 more characters)');
  assert.equal(clip('ab😀cd', 3), 'ab… (4 more characters)');
  assert.equal(clip('abc', 3), 'abc');
});

function check({ name, put, tags, around }: Position, foreign: string): void {
  const where = `${name}: ${JSON.stringify(foreign)}`;
  const page = rendered(put(foreign));
  const shown = page.tags.filter((tag) => tag !== 'code');
  assert.deepEqual(shown, expectedTags({ name, tags }, foreign), where);
  assert.deepEqual(page.unbalanced, [], where);
  assert.deepEqual(page.comments, [], where);
  for (const [kind, pattern] of Object.entries(live)) {
    for (const prose of page.prose) assert.doesNotMatch(prose, pattern, `${kind} in ${where}`);
  }
  assert.equal(sorted(page.text), sorted(around + expected(name, foreign)), where);
}

/** Nothing makes no paragraph, and a name with brackets is not made a link. */
function expectedTags({ name, tags }: Pick<Position, 'name' | 'tags'>, foreign: string): readonly string[] {
  if (name === 'a line' && visible(foreign).trim() === '') return [];
  return name === 'a link' && /[[\]]/.test(visible(foreign)) ? ['p'] : tags;
}

/** All characters must be there; which backticks became code, and where they stood, is not judged. */
function expected(name: string, foreign: string): string {
  if (name === 'a fence') return visible(foreign);
  const line = visible(foreign.replaceAll(/[\t\r\n]+/g, ' '));
  const isName = name.includes('code') || name === 'a link';
  return isName && line.trim() === '' ? '(empty)' : line;
}

function sorted(text: string): string {
  return Array.from(text.replaceAll(/[\s`]/g, '')).sort().join('');
}

function randomText(random: () => number): string {
  const pieces = [
    '@',
    'user',
    '#',
    '1',
    '`',
    '``',
    '*',
    '_',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '!',
    '|',
    '\\',
    '~',
    ' ',
    '\n',
  ];
  const more = [
    '&',
    ';',
    '-',
    '=',
    '+',
    '.',
    ':',
    '//',
    'http',
    'www.',
    '$',
    '</details>',
    '<!--',
    '-->',
    '\u202E',
    'deadbeef',
  ];
  const all = [...pieces, ...more];
  const length = 1 + Math.floor(random() * 12);
  return Array.from({ length }, () => all[Math.floor(random() * all.length)] ?? '').join('');
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
