import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { openRunner } from '../../src/process/run.ts';
import type { Outcome } from '../../src/render/program.ts';
import { resolve } from '../bed/resolve.ts';
import { scratch } from '../bed/scratch.ts';

test('kubectl stands in for kustomize: the same build, its own kustomize version, errors that begin alike', async (t) => {
  const folder = await scratch(t);
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web/kustomization.yaml'), 'namePrefix: a-\nresources: [x.yaml]\n');
  await writeFile(
    join(folder, 'web/x.yaml'),
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: b}\n',
  );
  const answers: { version: string | undefined; built: Outcome; broken: Outcome }[] = [];
  for (const program of ['kubectl', 'kustomize'] as const) {
    const runner = await openRunner({ programs: { kustomize: await resolve(program) } });
    t.after(() => runner.close());
    const build = async (path: string): Promise<Outcome> =>
      runner.run({
        program: 'kustomize',
        args: ['build', '--load-restrictor=LoadRestrictionsNone', '--', join(folder, path)],
        reads: [folder],
      });
    answers.push({
      version: await runner.version('kustomize'),
      built: await build('web'),
      broken: await build('nothing'),
    });
  }
  const [kubectl, kustomize] = answers;
  assert.match(kubectl?.version ?? '', /^v5\.\d+\.\d+$/u);
  assert.ok(kubectl?.built.kind === 'exited' && kubectl.built.code === 0);
  assert.match(kubectl.built.stdout.toString('utf8'), /name: a-x/u);
  assert.deepEqual(kubectl.built, kustomize?.built);
  assert.ok(kubectl.broken.kind === 'exited' && kubectl.broken.code !== 0);
  assert.match(kubectl.broken.stderr, /^Error: must build at directory/u);
});
