/** A control plane -> the real kubectl on it, as its admin and, if wanted, under another name: what it is told no manager for, it does under its own. */
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ControlPlane } from './control-plane.ts';
import { resolve } from './resolve.ts';

const run = promisify(execFile);

/** Throws where kubectl ends with an error. */
export type Kubectl = (object: KubeObject, ...command: readonly string[]) => Promise<void>;

export async function openKubectl(bed: ControlPlane, name = 'kubectl'): Promise<Kubectl> {
  const program = join(bed.folder, name);
  await symlink(await resolve('kubectl'), program);
  const file = join(bed.folder, `${name}.json`);
  const env = { HOME: bed.folder, KUBECONFIG: bed.adminKubeconfig };
  return async (object, ...command) => {
    await writeFile(file, JSON.stringify(object));
    await run(program, [...command, `--filename=${file}`], { env });
  };
}
