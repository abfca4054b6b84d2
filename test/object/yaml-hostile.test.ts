import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readYaml } from '../../src/object/yaml.ts';

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

function messageOf(content: string): string {
  const [document] = readYaml('f.yaml', content);
  assert.equal(document?.kind, 'problem', JSON.stringify(document).slice(0, 300));
  return document.message;
}

test('Nesting 20,000 deep is refused in every notation', () => {
  const deep = 20_000;
  const notations = [
    '['.repeat(deep) + ']'.repeat(deep),
    '{a: '.repeat(deep) + '}'.repeat(deep),
    '['.repeat(deep),
    `\n${'- '.repeat(deep)}x`,
    `\n${'? '.repeat(deep)}x`,
  ];
  for (const notation of notations)
    assert.match(messageOf(`${head}data: ${notation}\n`), /nested deeper than 400/);
});

test('Aliases that unfold to too much are refused, by count, by size and by depth', () => {
  const levels = Array.from(
    { length: 30 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
  );
  assert.match(messageOf(`${head}l0: &l0 [x]\n${levels.join('\n')}\n`), /unfold to too much/);
  const copies = Array.from({ length: 2000 }, (_, copy) => `c${copy}: *big`);
  assert.match(
    messageOf(`${head}big: &big ${'x'.repeat(10_000)}\n${copies.join('\n')}\n`),
    /unfold to too much/,
  );
  const chain = Array.from({ length: 500 }, (_, link) => `c${link + 1}: &c${link + 1} [*c${link}]`);
  assert.match(messageOf(`${head}c0: &c0 [x]\n${chain.join('\n')}\n`), /nested deeper/);
});

test('A file over the limit is refused before it is read', () => {
  assert.equal(messageOf('x'.repeat(10_000_001)), 'larger than 10000000 bytes');
});

test('A 10 MB manifest ends in bounded time, as an object or as a problem', () => {
  const many = 10_000_000;
  const shapes = {
    flat: `${head}data: [${'1,'.repeat(many / 2 - 50)}]\n`,
    keys:
      head + Array.from({ length: many / 13 }, (_, key) => `k${String(key).padStart(7, '0')}: v`).join('\n'),
    text: `${head}data:\n  a: |\n${'    xxxxx\n'.repeat(many / 10 - 100)}`,
    quoted: `${head}data:\n  a: "${'x\n   '.repeat(many / 5 - 100)}"\n`,
    comments: head + '# c\n'.repeat(many / 4 - 100),
    list: `kind: List\nitems:\n${'- {apiVersion: v1, kind: A, metadata: {name: a}}\n'.repeat(20_000)}`,
    empty: '---\n'.repeat(many / 4),
    unclosed: `${head}a: "${'x'.repeat(many - 200)}`,
    errors: `${head}a: [${','.repeat(500_000)}`,
    brackets: `${head}a: ${'['.repeat(many - 200)}`,
  };
  for (const [shape, content] of Object.entries(shapes)) {
    const start = performance.now();
    readYaml('f.yaml', content);
    const took = performance.now() - start;
    assert.ok(took < 30_000, `${shape} took ${Math.round(took)} ms`);
  }
});
