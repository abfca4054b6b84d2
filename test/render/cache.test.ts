import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { openRunner } from '../../src/process/run.ts';
import { createCache } from '../../src/render/cache.ts';
import type { Command, Run } from '../../src/render/program.ts';
import { createMemory } from '../../src/render/render-memory.ts';
import { renderUnit } from '../../src/render/render-unit.ts';
import { resolve } from '../bed/resolve.ts';
import { scratch } from '../bed/scratch.ts';
import { renderersWith, requestOf } from './rendered.ts';
import type { Files } from './tree.ts';

const record = { renderer: 'directory', version: '1', parameters: {} } as const;
const plan = { kind: 'kustomize', path: 'o' } as const;
const configMap: Files = {
  'o/kustomization.yaml': 'resources: [a.yaml]\n',
  'o/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
};
const secret: Files = {
  ...configMap,
  'o/a.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {a: canary-99}\n',
};

/** The real programs, and how often something other than a version was asked of them. */
async function counted(
  close: (end: () => Promise<void>) => void,
): Promise<{ run: Run; builds: () => number }> {
  const runner = await openRunner({ programs: { kustomize: await resolve('kustomize') } });
  close(async () => runner.close());
  let builds = 0;
  const run = async (command: Command) => {
    if (command.args[0] !== 'version') builds += 1;
    return runner.run(command);
  };
  return {
    run: { confinement: runner.confinement, version: async (program) => runner.version(program), run },
    builds: () => builds,
  };
}

test('the same content is rendered once, in this process and in the next; other content again', async (t) => {
  const directory = join(await scratch(t), 'cache');
  const { run, builds } = await counted((end) => t.after(end));
  const renderers = { ...renderersWith(run), cache: createCache({ directory, characters: 100_000 }) };
  const closure = { paths: ['o/'] };
  const first = await renderUnit(requestOf({ files: configMap, plan, closure }), renderers);
  const once = builds();
  assert.ok(once > 0);
  const elsewhere = { ...configMap, 'README.md': 'not in the closure' };
  assert.deepEqual(await renderUnit(requestOf({ files: elsewhere, plan, closure }), renderers), first);
  const next = { ...renderers, cache: createCache({ directory, characters: 100_000 }) };
  assert.deepEqual(
    await renderUnit(requestOf({ files: configMap, plan, closure }), next),
    JSON.parse(JSON.stringify(first)),
  );
  assert.equal(builds(), once);
  const changed = { ...configMap, 'o/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n' };
  await renderUnit(requestOf({ files: changed, plan, closure }), renderers);
  assert.equal(builds(), 2 * once);
});

test('what base and head ask for at the same moment is rendered once, be it a success or not', async (t) => {
  const { run, builds } = await counted((end) => t.after(end));
  for (const [files, kind] of [
    [configMap, 'rendered'],
    [{ ...configMap, 'o/a.yaml': 'a: [\n' }, 'failed'],
  ] as const) {
    const renderers = { ...renderersWith(run), cache: createCache({ directory: undefined, characters: 0 }) };
    const before = builds();
    await renderUnit(requestOf({ files, plan }), renderers);
    const once = builds() - before;
    assert.ok(once > 0);
    const [base, head] = await Promise.all([
      renderUnit(requestOf({ files, plan }), renderers),
      renderUnit(requestOf({ files, plan }), renderers),
    ]);
    assert.equal(base.kind, kind);
    assert.deepEqual(base, head);
    assert.equal(builds(), before + 2 * once);
  }
});

test('a rendered Secret stays in memory, and a failed render is kept nowhere', async (t) => {
  const directory = join(await scratch(t), 'cache');
  const { run, builds } = await counted((end) => t.after(end));
  const renderers = { ...renderersWith(run), cache: createCache({ directory, characters: 100_000 }) };
  await renderUnit(requestOf({ files: configMap, plan }), renderers);
  assert.equal((await readdir(directory)).length, 1);
  assert.equal((await stat(directory)).mode & 0o777, 0o700);
  await renderUnit(requestOf({ files: secret, plan }), renderers);
  assert.equal((await readdir(directory)).length, 1);
  const before = builds();
  const render = await renderUnit(requestOf({ files: secret, plan }), renderers);
  assert.equal(render.kind, 'rendered');
  assert.equal(builds(), before);
  assert.equal(renderers.mask.text('it is canary-99'), 'it is ***');
  const broken = { ...configMap, 'o/a.yaml': 'a: [\n' };
  const failures = [];
  for (let round = 0; round < 2; round += 1)
    failures.push(await renderUnit(requestOf({ files: broken, plan }), renderers));
  assert.deepEqual(
    failures.map(({ kind }) => kind),
    ['failed', 'failed'],
  );
  assert.equal(builds(), before + 2);
});

test('a cache file that was cut short is a miss', async (t) => {
  const directory = join(await scratch(t), 'cache');
  const { run } = await counted((end) => t.after(end));
  const renderers = { ...renderersWith(run), cache: createCache({ directory, characters: 0 }) };
  await renderUnit(requestOf({ files: configMap, plan }), renderers);
  const [name = ''] = await readdir(directory);
  const whole = await readFile(join(directory, name), 'utf8');
  await writeFile(join(directory, name), whole.slice(0, 50));
  const render = await renderUnit(requestOf({ files: configMap, plan }), renderers);
  assert.equal(render.kind, 'rendered');
  assert.equal(await readFile(join(directory, name), 'utf8'), whole);
});

test('two that keep the same render at the same moment do not disturb each other', async (t) => {
  const directory = join(await scratch(t), 'cache');
  const { run } = await counted((end) => t.after(end));
  const cache = createCache({ directory, characters: 0 });
  const renderers = { ...renderersWith(run), cache };
  const render = await renderUnit(requestOf({ files: configMap, plan }), renderers);
  assert.ok(render.kind === 'rendered');
  const [key = ''] = await readdir(directory);
  await Promise.all(Array.from({ length: 20 }, async () => cache.put(key, render, renderers.mask)));
  assert.deepEqual(await readdir(directory), [key]);
  assert.deepEqual(await cache.get(key), JSON.parse(JSON.stringify(render)));
});

test('what was stored long ago makes room, as does what a crash left', async (t) => {
  const directory = join(await scratch(t), 'cache');
  const { run } = await counted((end) => t.after(end));
  await mkdir(directory);
  const ages = { old: 15, 'old.partial': 15, young: 13 };
  for (const [name, days] of Object.entries(ages)) {
    await writeFile(join(directory, name), '');
    const at = Date.now() / 1000 - days * 24 * 60 * 60;
    await utimes(join(directory, name), at, at);
  }
  const renderers = { ...renderersWith(run), cache: createCache({ directory, characters: 0 }) };
  await renderUnit(requestOf({ files: configMap, plan }), renderers);
  const left = await readdir(directory);
  assert.equal(left.length, 2);
  assert.ok(left.includes('young'));
});

test('memory holds as much as it may, and forgets what was not used for the longest time', () => {
  const memory = createMemory(10);
  const render = { kind: 'rendered', declared: [], digest: '', gaps: [], dropped: [], record } as const;
  for (const key of ['a', 'b']) memory.keep(key, render, 4);
  assert.equal(memory.get('a'), render);
  memory.keep('c', render, 4);
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => memory.get(key) === render),
    [true, false, true],
  );
  memory.keep('large', render, 11);
  assert.deepEqual(
    ['a', 'c', 'large'].map((key) => memory.get(key)),
    [undefined, undefined, undefined],
  );
});
