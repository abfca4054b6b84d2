import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code, fence, gfm, inline } from '../../src/report/escape.ts';
import { bytes, characters, fit, namesOf } from '../../src/report/fit.ts';
import type { Group, Item, Section } from '../../src/report/fit.ts';

function item(name: string, size: number, parts: Partial<Item> = {}): Item {
  return { text: fence('x'.repeat(size), 'text'), name: code(name), weight: 0, ...parts };
}

function section(items: readonly Item[], parts: Partial<Section> = {}): Section {
  return {
    open: gfm`Open:\n\n`,
    separator: '\n\n',
    items,
    close: gfm`\n\nClose.`,
    rank: 1,
    cut: (hidden, of) => gfm`${hidden.length} of ${of} are not shown: ${namesOf(hidden)}.`,
    ...parts,
  };
}

test('what fits is left whole, and a section without items leaves nothing', () => {
  const text = fit([gfm`First.`, section([]), section([item('a', 3)])], 1000, characters);
  assert.equal(text, 'First.\n\nOpen:\n\n```text\nxxx\n```\n\nClose.');
});

test('what does not fit is cut between items and named with counts', () => {
  const items = Array.from({ length: 40 }, (_, index) => item(`object-${index}`, 100));
  const text = fit([section(items)], 1000, characters);
  assert.ok(text.length <= 1000 && text.length > 700, `${text.length} characters`);
  assert.match(text, /(\d+) of 40 are not shown: `object-\d+`, .* and \d+ more\.$/);
  const shown = text.match(/^```text$/gm)?.length ?? 0;
  assert.ok(shown > 0);
  assert.ok(text.includes(`${40 - shown} of 40 are not shown`));
});

test('the lighter goes first, and one too large does not push out those that fit', () => {
  const items = [
    item('light', 100, { weight: 0 }),
    item('huge', 5000, { weight: 9 }),
    item('grave', 100, { weight: 5 }),
  ];
  const text = fit([section(items)], 280, characters);
  assert.match(text, /2 of 3 are not shown: `light`, `huge`\./);
});

test('sections of a higher rank are cut before those of a lower one', () => {
  const findings = section([item('finding', 300)], { rank: 1 });
  const diffs = section([item('diff', 300)], { rank: 8 });
  const text = fit([diffs, findings], 600, characters);
  assert.match(text, /1 of 1 are not shown: `diff`/);
  assert.doesNotMatch(text, /not shown: `finding`/);
});

test('a group is opened and closed around the items of it that are shown', () => {
  const group: Group = { open: gfm`<details>\n\n`, close: gfm`\n\n</details>` };
  const other: Group = { ...group };
  const items = [item('a', 100, { group }), item('b', 100, { group }), item('c', 100, { group: other })];
  const text = fit([section(items)], 10_000, characters);
  assert.equal(text.match(/<details>/g)?.length, 2);
  assert.equal(text.match(/<\/details>/g)?.length, 2);
  const cut = fit([section(items)], 400, characters);
  assert.match(cut, /1 of 3 are not shown/);
  assert.equal(cut.match(/<details>/g)?.length, cut.match(/<\/details>/g)?.length);
});

test('no more than the most is shown, whatever the room', () => {
  const items = ['a', 'b', 'c'].map((name) => item(name, 3));
  assert.match(fit([section(items, { most: 2 })], 10_000, characters), /1 of 3 are not shown: `c`/);
});

test('any mix stays within the limit, in characters and in bytes', () => {
  for (const measure of [characters, bytes]) {
    for (let limit = 1500; limit < 9000; limit += 500) {
      const sections = [1, 2, 3, 4].map((rank) =>
        section(
          Array.from({ length: 15 }, (_, index) => item(`é${'🚀'.repeat(index)}`, 20 * rank * index)),
          { rank },
        ),
      );
      const text = fit([gfm`Answer ${inline('🚀')}`, ...sections], limit, measure);
      assert.ok(measure(text) <= limit, `${measure(text)} of ${limit}`);
    }
  }
});
