/** A Go program of this repository's own -> its source, and its executable in a folder. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { BedError } from './bed-error.ts';
import type { Delivered, Delivery } from './delivery.ts';
import type { FolderSource } from './program.ts';
import { withProgress } from './progress.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '../..');

/** Its version is its content: what changed is built anew. */
export function folderSource(name: string, folder: string): FolderSource {
  const path = join(root, folder);
  const hash = createHash('sha256');
  for (const file of readdirSync(path).toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(join(path, file)));
  }
  return { kind: 'folder', name, version: hash.digest('hex').slice(0, 16), folder: path };
}

/** What its go.sum does not pin is refused by Go. */
export async function buildFolder(source: FolderSource, delivery: Delivery): Promise<Delivered> {
  const env = { ...delivery.env, CGO_ENABLED: '0', GOWORK: 'off' };
  const args = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w'];
  const outcome = await withProgress(delivery.say, `building ${source.name}`, async () =>
    run({
      file: 'go',
      args: [...args, '-o', join(delivery.into, delivery.file), '.'],
      cwd: source.folder,
      env,
    }),
  );
  if (outcome.kind === 'missing') return { no: 'there is no Go on the PATH to build it' };
  if (outcome.kind === 'done') return 'delivered';
  throw new BedError(`${source.name} could not be built: go said:\n${outcome.stderr.trim()}`);
}
