/** Files and a cluster -> what the real `kubectl diff --server-side` says of them. */
import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';

import type { VersionedIdentity } from '../../src/object/identity.ts';

const run = promisify(execFile);
const mostOutput = 256 * 1024 * 1024;

export interface Kubectl {
  readonly program: string;
  readonly kubeconfig: string;
  /** Where it keeps what it discovered, and its temporary files. */
  readonly folder: string;
}

export type Said =
  /** Names of the files under which kubectl keeps the objects that differ. */
  | { readonly kind: 'compared'; readonly changed: ReadonlySet<string> }
  | { readonly kind: 'failed'; readonly message: string };

/** As kubectl names the file of an object. */
export function fileOf({ group, version, kind, namespace, name }: VersionedIdentity): string {
  return [...(group === '' ? [] : [group]), version, kind, namespace, name].join('.');
}

export async function kubectlDiff(kubectl: Kubectl, path: string): Promise<Said> {
  const args = ['diff', '--server-side', '--field-manager=kubectl', '--concurrency=1', `--filename=${path}`];
  const { program, kubeconfig, folder } = kubectl;
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: folder,
    TMPDIR: folder,
    KUBECONFIG: kubeconfig,
    // One line for each pair of files.
    KUBECTL_EXTERNAL_DIFF: 'diff -rqN',
  };
  try {
    await run(program, args, { env, maxBuffer: mostOutput });
    return { kind: 'compared', changed: new Set() };
  } catch (error) {
    const { code, stdout, stderr } = endOf(error);
    if (code !== 1 || stdout === '') return { kind: 'failed', message: stderr };
    return { kind: 'compared', changed: new Set(stdout.trimEnd().split('\n').map(changedFile)) };
  }
}

interface End {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Rethrows what is no exit of a program. */
function endOf(error: unknown): End {
  const isExit = error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error;
  if (!isExit || typeof error.code !== 'number') throw error;
  return { code: error.code, stdout: String(error.stdout), stderr: String(error.stderr) };
}

function changedFile(line: string): string {
  const [, file] = /^Files (\S+) and \S+ differ$/u.exec(line) ?? [];
  if (file === undefined) throw new Error(`diff said: ${line}`);
  return basename(file);
}
