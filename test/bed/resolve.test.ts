import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

import { BedError } from './bed-error.ts';
import { thisPlatform } from './platform.ts';
import { resolve } from './resolve.ts';
import { scratch } from './scratch.ts';

const silent = (): void => undefined;

async function program(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\n', { mode: 0o755 });
  return path;
}

it('takes a program from KUBEBUILDER_ASSETS before the cache', async (test) => {
  const folder = await scratch(test);
  const asset = await program(join(folder, 'assets/kube-apiserver'));
  await program(join(folder, 'proofline', `kubernetes-v1.35.4-${thisPlatform()}`, 'kube-apiserver'));
  const env = { KUBEBUILDER_ASSETS: join(folder, 'assets'), XDG_CACHE_HOME: folder };
  assert.equal(await resolve('kube-apiserver', { env, say: silent }), asset);
});

it('takes a program that KUBEBUILDER_ASSETS lacks from the cache, the newer patch first', async (test) => {
  const folder = await scratch(test);
  await program(join(folder, 'assets/etcd'));
  await program(join(folder, 'proofline', `envtest-v1.35.0-${thisPlatform()}`, 'kube-apiserver'));
  const env = { KUBEBUILDER_ASSETS: join(folder, 'assets'), XDG_CACHE_HOME: folder };
  const archived = await resolve('kube-apiserver', { env, say: silent });
  assert.equal(archived, join(folder, 'proofline', `envtest-v1.35.0-${thisPlatform()}`, 'kube-apiserver'));
  const built = await program(
    join(folder, 'proofline', `kubernetes-v1.35.4-${thisPlatform()}`, 'kube-apiserver'),
  );
  assert.equal(await resolve('kube-apiserver', { env, say: silent }), built);
});

it('keeps the cache in the home folder where XDG_CACHE_HOME is not set', async (test) => {
  const folder = await scratch(test);
  const cached = await program(join(folder, '.cache/proofline', `helm3-v3.22.0-${thisPlatform()}`, 'helm'));
  assert.equal(await resolve('helm3', { env: { HOME: folder }, say: silent }), cached);
});

it('says in one sentence what to install or set on a machine without Go', async (test) => {
  const folder = await scratch(test);
  const env = { PATH: join(folder, 'empty'), XDG_CACHE_HOME: folder };
  await assert.rejects(resolve('kube-controller-manager', { env, say: silent }), (error) => {
    assert.ok(error instanceof BedError);
    assert.equal(
      error.message,
      'kube-controller-manager v1.35.4 is not on this machine and could not be made (there is no Go on the PATH to build it): ' +
        'install Go 1.26 or newer from https://go.dev/dl so that it can be built once, or set KUBEBUILDER_ASSETS to a folder that has kube-controller-manager.',
    );
    return true;
  });
  assert.deepEqual(await readdir(join(folder, 'proofline')), []);
});

it('takes a program of any version from the PATH, and says to install it where it cannot be had', async (test) => {
  const folder = await scratch(test);
  const env = { PATH: join(folder, 'bin'), XDG_CACHE_HOME: folder };
  await assert.rejects(resolve('redis-server', { env, say: silent }), {
    message:
      'redis-server debian is not on this machine and could not be made (there is no apt-get to take it from a Debian package): ' +
      'install it, in any version, so that it is on the PATH.',
  });
  const own = await program(join(folder, 'bin/redis-server'));
  assert.equal(await resolve('redis-server', { env, say: silent }), own);
});
