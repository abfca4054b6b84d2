import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';

import { terminalMarkdown } from '../../scripts/demo/terminal-markdown.ts';
import { collect } from './command-line.ts';
import { root } from './story.ts';

test('The demo, told to end by itself, shows the comment, the check and the page, and ends well', async () => {
  const demo = spawn(process.execPath, [join(root, 'scripts/demo.ts'), '--once'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [collect(demo.stdout), collect(demo.stderr)];
  await once(demo, 'close');
  assert.equal(demo.exitCode, 0, stderr.text());
  const lines = stdout.text().split('\n');
  for (const line of [
    '┃ 🔴 Action needed: 1 finding needs approval; 8 objects change in 2 units on production.',
    '┃ Role shop/shop allows more than before, and opens the way to more',
    'Check proofline: action required',
  ]) {
    assert.ok(lines.includes(line), `${line}\n\nis missing in\n\n${stdout.text()}`);
  }
  assert.match(stdout.text(), /^Nothing was written: .* \d\d requests were dry runs/mu);
  assert.match(
    stdout.text(),
    /^The pull request as a page: http:\/\/127\.0\.0\.1:\d+\/octo-org\/shop\/pull\/1$/mu,
  );
  assert.match(stderr.text(), /waiting for its review/u);
});

test('Markdown is shown as its reader would see it: no markup, folded parts further right, tables in columns', () => {
  const markdown = [
    '<!-- hidden -->',
    'A **strong** `code` &lt;word&gt; \\*kept\\*',
    '',
    '| a | b |',
    '|:--|:--|',
    '| long cell | x |',
    '',
    '<details><summary>More <code>x</code></summary>',
    '',
    '```diff',
    '-old',
    '+new',
    '```',
    '',
    '</details>',
    '',
    '- one',
  ].join('\n');
  assert.deepEqual(
    terminalMarkdown(markdown).map((line) => line.trimEnd()),
    [
      'A strong code <word> *kept*',
      '',
      'a           b',
      '─────────   ─',
      'long cell   x',
      '',
      '▾ More x',
      '',
      '  -old',
      '  +new',
      '',
      '• one',
      '',
    ],
  );
});
