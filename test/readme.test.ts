import assert from 'node:assert/strict';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { z } from 'zod';

import { root } from './architecture/imports.ts';
import { readArguments } from '../src/cli/arguments.ts';
import { installationKinds, parseOperatorConfig } from '../src/config/operator.ts';
import { parseRepositoryConfig } from '../src/config/repository.ts';

const pages = [
  'README.md',
  'test/github/README.md',
  ...(await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`),
];
const readme = await readFile(join(root, 'README.md'), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));

function blocks(language: string): readonly string[] {
  const fence = new RegExp(`\`\`\`${language}\\n(?<text>[\\s\\S]*?)\`\`\``, 'gu');
  return [...readme.matchAll(fence)].map(({ groups }) => groups?.['text'] ?? '');
}

test('Every link and picture of the pages leads to a file that is there', async () => {
  let followed = 0;
  for (const page of pages) {
    const text = await readFile(join(root, page), 'utf8');
    for (const { groups } of text.matchAll(/\]\((?<target>[^)#\s]+)[^)]*\)/gu)) {
      const target = groups?.['target'] ?? '';
      if (/^https?:/u.test(target)) continue;
      await access(join(root, dirname(page), target));
      followed += 1;
    }
  }
  assert.ok(followed > 10);
});

test('The picture is there, and no larger than a page can bear', async () => {
  const { size } = await stat(join(root, 'docs/pull-request.png'));
  assert.ok(size > 50_000 && size < 400_000, `${size} bytes`);
});

test('Every npm script and every command that README names exists', () => {
  const named = [
    ...readme.matchAll(/npm (?:run )?(?<script>demo|test:reconcilers|test|check|screenshot)\b/gu),
  ];
  assert.ok(named.length >= 4);
  for (const { groups } of named) assert.ok(scripts[groups?.['script'] ?? ''] !== undefined, readme);
  const commands = [...readme.matchAll(/^ *npx proofline (?<words>[^#>\n]+)/gmu)];
  assert.ok(commands.length >= 4);
  for (const { groups } of commands) {
    const words = (groups?.['words'] ?? '').trim();
    const command = readArguments(words.split(' '));
    assert.ok(!['wrong', 'help'].includes(command.kind), words);
  }
});

test('CI runs what README tells a person to run, the judges after the tests', async () => {
  const script = await readFile(join(root, '.ci/run'), 'utf8');
  const commands = script.split('\n').filter((line) => line.startsWith('npm '));
  assert.deepEqual(commands, ['npm ci', 'npm test', 'npm run test:reconcilers -- --check']);
  const told = blocks('sh').join('');
  for (const command of commands) assert.ok(told.includes(command), command);
});

test('All configurations that README shows are taken as they stand', () => {
  const [units, ...operator] = blocks('yaml').map((text) => Buffer.from(text));
  assert.ok(units);
  assert.equal(parseRepositoryConfig({ file: 'README.md', content: units }, []).units.length, 2);
  const shown = operator.map((content) => parseOperatorConfig({ file: 'README.md', content }));
  assert.deepEqual(
    shown.map(({ installations }) => installations.map(({ kind }) => kind)),
    [[], ...installationKinds.map((kind) => [kind])],
  );
  assert.deepEqual(
    shown.filter(({ clusters, repositories }) => clusters.length === 0 || repositories.length === 0),
    [],
  );
});

test('Each reconciler has a section, and in it the option that names it on the command line', () => {
  const sections = readme.split('\n## ').filter((text) => text.startsWith('With '));
  assert.equal(sections.length, installationKinds.length);
  for (const [position, kind] of installationKinds.entries()) {
    const told = /^npx proofline (?<words>review .*)$/mu.exec(sections[position] ?? '')?.groups?.['words'];
    const command = readArguments((told ?? '').split(' '));
    assert.ok(command.kind === 'review', told);
    assert.deepEqual(
      command.installations.map((each) => each.kind),
      [kind],
    );
  }
});

test('Each link into a page leads to a heading of it', () => {
  const headings = [...readme.matchAll(/^#+ (?<title>.+)$/gmu)].map(({ groups }) =>
    (groups?.['title'] ?? '').toLowerCase().replaceAll(' ', '-'),
  );
  const anchors = [...readme.matchAll(/\]\(#(?<anchor>[^)]+)\)/gu)].map(
    ({ groups }) => groups?.['anchor'] ?? '',
  );
  assert.ok(anchors.length >= 3);
  assert.deepEqual(
    anchors.filter((anchor) => !headings.includes(anchor)),
    [],
  );
});
