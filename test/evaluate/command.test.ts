import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { z } from 'zod';

import { scratch } from '../bed/scratch.ts';
import { root } from '../stories/story.ts';

const script = z
  .object({ scripts: z.object({ evaluate: z.string() }) })
  .parse((await import('../../package.json', { with: { type: 'json' } })).default).scripts.evaluate;

const map = (name: string, level: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {level: ${level}}\n`;

/** One object is changed and one is added; the label says so, or says otherwise. */
function labelled(id: string, changed: number): object {
  const sides = { base: { state: 'ok', objects: 1 }, head: { state: 'ok', objects: 2 } };
  const counts = { added: 1, removed: 0, changed };
  return {
    id,
    slug: 'level',
    perRoot: [{ root: 'apps/a', renderer: 'directory', ...sides, ...counts, stored: 'source' }],
    expect: { ...counts, renderError: null },
  };
}

async function corpus(
  folder: string,
  labels: readonly (readonly [id: string, changed: number])[],
): Promise<void> {
  const files = labels.flatMap(
    ([id]) =>
      [
        [`changes/${id}-level/base/apps/a/a.yaml`, map('a', 'low')],
        [`changes/${id}-level/head/apps/a/a.yaml`, map('a', 'high')],
        [`changes/${id}-level/head/apps/a/b.yaml`, map('b', 'low')],
      ] as const,
  );
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const cases = labels.map(([id, changed]) => labelled(id, changed));
  await writeFile(join(folder, 'cases.json'), JSON.stringify(cases));
}

/** As `npm run evaluate <folder>` runs it. */
async function evaluate(
  folder: string,
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  const [, ...args] = script.split(' ');
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...args, folder], { cwd: root }, (_error, stdout) => {
      resolve({ code: child.exitCode, lines: stdout.trimEnd().split('\n') });
    });
  });
}

test('A label that is not met is printed as a miss, is not counted, and fails the command', async (t) => {
  const folder = await scratch(t);
  await corpus(folder, [
    ['T1', 1],
    ['T2', 2],
  ]);
  assert.deepEqual(await evaluate(folder), {
    code: 1,
    lines: [
      'T2 level: apps/a: changed 1, expected 2',
      'T2 level: changed in all: 1, expected 2',
      'counts 1/2 equal',
    ],
  });
});

test('Labels that are all met are counted, and nothing else is printed', async (t) => {
  const folder = await scratch(t);
  await corpus(folder, [['T1', 1]]);
  assert.deepEqual(await evaluate(folder), { code: 0, lines: ['counts 1/1 equal'] });
});

test('A folder without a case is no success', async (t) => {
  const folder = await scratch(t);
  await corpus(folder, []);
  const { code, lines } = await evaluate(folder);
  assert.equal(code, 1);
  assert.deepEqual(lines, ['']);
});
