/** This machine -> the platform's name, and the folder that keeps programs for this user. */
import { homedir } from 'node:os';
import { join } from 'node:path';

import { BedError } from './bed-error.ts';
import type { Platform } from './program.ts';

export function thisPlatform(): Platform {
  const os = process.platform;
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  if ((os === 'linux' || os === 'darwin') && (arch === 'amd64' || arch === 'arm64')) return `${os}-${arch}`;
  throw new BedError(
    `the test bed runs on Linux and macOS, on amd64 and arm64, and not on ${os} ${arch}; use one of those or a container`,
  );
}

export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const base = env['XDG_CACHE_HOME'];
  return join(
    base === undefined || base === '' ? join(env['HOME'] ?? homedir(), '.cache') : base,
    'proofline',
  );
}
