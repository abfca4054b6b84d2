import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { fillCache } from './cache.ts';
import { scratch } from './scratch.ts';

const silent = (): void => undefined;

it('makes a thing once when two ask for it at the same time', async (test) => {
  const folder = join(await scratch(test), 'thing');
  const made: string[] = [];
  const fill = async (into: string): Promise<'delivered'> => {
    made.push(into);
    await sleep(100);
    await writeFile(join(into, 'program'), 'whole');
    return 'delivered';
  };
  const both = await Promise.all([fillCache(folder, silent, fill), fillCache(folder, silent, fill)]);
  assert.deepEqual(both, ['delivered', 'delivered']);
  assert.equal(made.length, 1);
  assert.equal(await readFile(join(folder, 'program'), 'utf8'), 'whole');
});

it('says which process it waits for', async (test) => {
  const parent = await scratch(test);
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)']);
  await writeFile(join(parent, 'thing.lock'), String(other.pid));
  const heard: string[] = [];
  const say = (line: string): void => {
    heard.push(line);
    other.kill('SIGKILL');
  };
  await fillCache(join(parent, 'thing'), say, async () => Promise.resolve('delivered'));
  assert.equal(heard.length, 1);
  assert.ok(heard[0]?.startsWith(`waiting for process ${String(other.pid)}, which makes the same program`));
});

it('takes over the lock of a process that died', async (test) => {
  const parent = await scratch(test);
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  await writeFile(join(parent, 'thing.lock'), String(dead));
  assert.equal(
    await fillCache(join(parent, 'thing'), silent, async () => Promise.resolve('delivered')),
    'delivered',
  );
  assert.deepEqual(await readdir(parent), ['thing']);
});

it('leaves nothing behind when making the thing fails', async (test) => {
  const parent = await scratch(test);
  const fill = async (into: string): Promise<never> => {
    await writeFile(join(into, 'program'), 'half');
    throw new Error('the disk is full');
  };
  await assert.rejects(fillCache(join(parent, 'thing'), silent, fill), /the disk is full/u);
  assert.deepEqual(await readdir(parent), []);
});
