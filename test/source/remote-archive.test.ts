import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { createMask } from '../../src/object/mask.ts';
import { type RemoteLimits, remoteLimits } from '../../src/source/remote/limits.ts';
import { RemoteError } from '../../src/source/remote/remote-error.ts';
import { unpackChart } from '../../src/source/remote/unpack.ts';
import type { Tree } from '../../src/source/tree.ts';
import { temporary } from './remote-bed.ts';
import { type Member, chartYaml, tarball } from './tarball.ts';

function unpack(archive: Buffer, limits: Partial<RemoteLimits> = {}): Promise<Tree> {
  return unpackChart(archive, { mask: createMask(), oid: 'any', limits: { ...remoteLimits, ...limits } });
}

async function refusal(archive: Buffer, limits: Partial<RemoteLimits> = {}): Promise<string> {
  try {
    await unpack(archive, limits);
  } catch (error) {
    assert.ok(error instanceof RemoteError);
    return error.message;
  }
  assert.fail('unpacked');
}

test('An archive whose names or links lead out of it is refused as a whole', async () => {
  const bad: readonly (readonly [Member, RegExp])[] = [
    [{ name: 'shop/../../etc/passwd' }, /shop\/\.\.\/\.\.\/etc\/passwd leads out of it/u],
    [{ name: '../shop/values.yaml' }, /leads out of it/u],
    [{ name: '/etc/passwd' }, /leads out of it/u],
    [{ name: 'C:\\shop\\values.yaml' }, /leads out of it/u],
    [{ name: 'shop\\..\\..\\values.yaml' }, /leads out of it/u],
    [{ name: 'values.yaml' }, /leads out of it/u],
    [{ name: 'shop/.git/config' }, /a name that cannot be used/u],
    [{ name: 'shop/a', flag: '2', target: '/etc/passwd' }, /a link that leads out of it: a$/u],
    [{ name: 'shop/a', flag: '2', target: '../../a' }, /a link that leads out of it: a$/u],
    [{ name: 'shop/a', flag: '2', target: 'a' }, /a link that leads out of it: a$/u],
    [{ name: 'shop/a', flag: '1', target: '/etc/passwd' }, /leads out of it/u],
    [{ name: 'shop/a', flag: '1', target: 'shop/none' }, /a link to nothing/u],
    [{ name: 'shop/a', flag: '3' }, /shop\/a is no file/u],
    [{ name: 'shop/Chart.yaml' }, /shop\/Chart\.yaml is there twice/u],
  ];
  for (const [member, why] of bad) assert.match(await refusal(tarball([chartYaml, member])), why);
});

test('An archive that is broken, or no chart, is told as such', async () => {
  assert.match(await refusal(Buffer.from('hello')), /is no gzip$/u);
  assert.match(await refusal(gzipSync('x'.repeat(600))), /is broken: a number in a header makes no sense$/u);
  assert.match(await refusal(tarball([{ ...chartYaml, size: 100_000 }])), /ends in the middle of a member$/u);
  assert.match(await refusal(tarball([{ name: 'shop/values.yaml' }])), /holds no chart$/u);
  assert.match(await refusal(tarball([])), /holds no chart$/u);
  assert.match(await refusal(tarball([chartYaml]).subarray(0, -20)), /is no gzip$/u);
});

test('An archive that is small and unpacks to much is given up', async () => {
  const small = { total: 2_000_000, largest: 1_000_000, count: 20 };
  const bomb = gzipSync(Buffer.alloc(200_000_000));
  assert.ok(bomb.length < 400_000);
  assert.match(
    await refusal(bomb, small),
    /too large: more than 2000000 bytes, 1000000 in one file, or 20 files$/u,
  );
  const large = { name: 'shop/a', content: Buffer.alloc(1_000_001) };
  assert.match(await refusal(tarball([chartYaml, large]), small), /too large/u);
  const many = Array.from({ length: 20 }, (_, index) => ({ name: `shop/${index}` }));
  assert.match(await refusal(tarball([chartYaml, ...many]), small), /too large/u);
});

test('What real tar programs write is read: long names, links inside, modes', async (context) => {
  const folder = await temporary(context);
  const directory = `templates/${'long-directory-'.repeat(5)}`;
  const long = `${directory}/${'long-template-'.repeat(6)}.yaml`;
  await mkdir(join(folder, 'shop', directory), { recursive: true });
  await writeFile(join(folder, 'shop', 'Chart.yaml'), 'name: shop\n');
  await writeFile(join(folder, 'shop', long), 'long: true\n');
  await writeFile(join(folder, 'shop', 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  await symlink('run.sh', join(folder, 'shop', 'link.sh'));
  for (const format of ['gnu', 'pax', 'ustar']) {
    const archive = execFileSync('tar', [
      '--create',
      '--gzip',
      `--format=${format}`,
      '--directory',
      folder,
      './shop',
    ]);
    const tree = await unpack(archive);
    assert.deepEqual(
      [...tree.entries.values()].map(({ path, kind }) => [path, kind]),
      [
        ['Chart.yaml', 'file'],
        ['link.sh', 'symlink'],
        ['run.sh', 'executable'],
        [long, 'file'],
      ],
      format,
    );
    const contents = await tree.read([long, 'link.sh']);
    assert.deepEqual([...contents.values()].map(String), ['long: true\n', 'run.sh']);
    assert.equal(
      tree.entries.get('Chart.yaml')?.oid,
      execFileSync('git', ['hash-object', '--stdin'], { input: 'name: shop\n' }).toString().trim(),
    );
  }
});

test('Limits of a reader leave out what is larger', async () => {
  const tree = await unpack(tarball([chartYaml, { name: 'shop/a', content: 'x'.repeat(100) }]));
  const paths = ['Chart.yaml', 'a'];
  assert.deepEqual([...(await tree.read(paths, { largest: 50, total: 1000 })).keys()], ['Chart.yaml']);
  assert.equal((await tree.read(paths, { largest: 1000, total: 50 })).size, 0);
  assert.equal((await tree.read(paths)).size, 2);
});
