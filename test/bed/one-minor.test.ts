import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';

import { BedError } from './bed-error.ts';
import { startControlPlane } from './control-plane.ts';
import { demandOneMinor } from './one-minor.ts';
import { resolve } from './resolve.ts';
import { scratch } from './scratch.ts';
import { defaultMinor, type ProgramName } from './versions.ts';

const silent = (): void => undefined;

/** An assets folder in which one program is of another version. */
async function assetsWith(folder: string, name: ProgramName, says: string): Promise<NodeJS.ProcessEnv> {
  const assets = join(folder, 'assets');
  await mkdir(assets);
  await writeFile(join(assets, name), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
  return { ...process.env, KUBEBUILDER_ASSETS: assets };
}

it('starts nothing when KUBEBUILDER_ASSETS has an API server of another minor, and says so in one sentence', async (test) => {
  const folder = await scratch(test);
  const env = await assetsWith(folder, 'kube-apiserver', 'Kubernetes v1.31.9');
  await assert.rejects(startControlPlane({ env, say: silent }), (error) => {
    assert.ok(error instanceof BedError);
    assert.equal(
      error.message,
      `kube-apiserver at ${folder}/assets/kube-apiserver is v1.31.9, and all parts of this control plane must be of ` +
        'Kubernetes 1.35: unset KUBEBUILDER_ASSETS, or set it to a folder with programs of 1.35.',
    );
    return true;
  });
});

it('does not take a controller manager of another minor beside an API server of the right one', async (test) => {
  const env = await assetsWith(await scratch(test), 'kube-controller-manager', 'Kubernetes v1.350.1');
  const parts = ['kube-controller-manager'] as const;
  await assert.rejects(
    startControlPlane({ env, say: silent, parts }),
    /^BedError: kube-controller-manager .*v1\.350\.1/u,
  );
});

it('does not take a program that tells no version', async (test) => {
  const env = await assetsWith(await scratch(test), 'kube-scheduler', 'hello');
  const file = await resolve('kube-scheduler', { env, say: silent });
  await assert.rejects(demandOneMinor(defaultMinor, [{ name: 'kube-scheduler', file }]), /of no version/u);
});

it('takes the programs that the bed resolves by itself', async () => {
  const names = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'] as const;
  const programs = await Promise.all(names.map(async (name) => ({ name, file: await resolve(name) })));
  await demandOneMinor(defaultMinor, programs);
});
