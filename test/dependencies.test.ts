import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { z } from 'zod';

import { root } from './architecture/imports.ts';

const names = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: names, devDependencies: names })
  .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
const [, product = '', development = ''] = (await readFile(join(root, 'docs/dependencies.md'), 'utf8')).split(
  '\n## ',
);

function rows(section: string): readonly { readonly name: string; readonly reason: string }[] {
  const matches = section.matchAll(/^\| `(?<name>[^`]+)` \| (?<reason>.+) \|$/gmu);
  return [...matches].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    reason: groups?.['reason'] ?? '',
  }));
}

for (const [title, section, packages] of [
  ['the product stands on', product, manifest.dependencies],
  ['only development needs', development, manifest.devDependencies],
] as const) {
  test(`Each package that ${title} has its reason, and each reason its package`, () => {
    const listed = rows(section);
    assert.ok(listed.length > 5);
    assert.deepEqual(
      listed.map(({ name }) => name),
      Object.keys(packages).toSorted(),
    );
    assert.deepEqual(
      listed.filter(({ reason }) => reason.trim().length < 10),
      [],
    );
  });

  test(`Each package that ${title} is named with one exact version`, () => {
    const versions = Object.entries(packages);
    assert.ok(versions.length > 5);
    assert.deepEqual(
      versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/u.test(version)),
      [],
    );
  });
}

test('A Node that is too old is told which one is needed, before it reads any TypeScript', async () => {
  const older = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
  const run = promisify(execFile)(process.execPath, [
    '--import',
    older,
    join(root, 'bin/proofline.js'),
    '--help',
  ]);
  await assert.rejects(run, { code: 2, stderr: /^proofline needs Node 24 or newer, and this is v/u });
});
