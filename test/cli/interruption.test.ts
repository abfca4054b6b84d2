import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test } from 'node:test';

import { scratch } from '../bed/scratch.ts';
import { checkout } from '../doors/checkout.ts';
import { collect, startProofline } from '../stories/command-line.ts';

const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

test('Ctrl-C in the middle of a review leaves no program, no folder and no half answer behind', async (t) => {
  const folder = await scratch(t);
  const [programs, temporary] = [join(folder, 'programs'), join(folder, 'tmp')];
  await mkdir(programs);
  await mkdir(temporary);
  const path = process.env['PATH'] ?? '';
  const git = `#!/bin/sh
case " $* " in *" merge-base "*) touch '${folder}/waiting'; exec sleep 30;; esac
PATH='${path}' exec git "$@"
`;
  await writeFile(join(programs, 'git'), git);
  await chmod(join(programs, 'git'), 0o755);
  const sides = { base: { 'o/a.yaml': object }, head: { 'o/a.yaml': object, 'o/b.yaml': object } };
  const { directory } = await checkout(join(folder, 'repository'), sides);
  const child = startProofline(['review', '--base', 'main', '--head', 'change', '--no-cluster', directory], {
    PATH: `${programs}:${path}`,
    TMPDIR: temporary,
    PROOFLINE_CACHE: join(folder, 'cache'),
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const ended = once(child, 'close');
  while (child.exitCode === null && !(await readdir(folder)).includes('waiting')) await setTimeout(20);
  assert.notDeepEqual(await readdir(temporary), []);
  const at = performance.now();
  child.kill('SIGINT');
  await ended;
  assert.ok(performance.now() - at < 15_000, 'it waited for the program that it runs');
  assert.deepEqual([child.exitCode, stderr.text()], [2, 'proofline: The review was interrupted.\n']);
  assert.equal(stdout.text(), '');
  assert.deepEqual(await readdir(temporary), []);
});
