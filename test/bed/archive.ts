/** The official envtest archive -> its programs in a folder, if it can be reached and has the pinned checksum. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fetch } from 'undici';

import { BedError } from './bed-error.ts';
import { thisPlatform } from './platform.ts';
import { withProgress } from './progress.ts';
import type { Delivered, Delivery } from './delivery.ts';
import { run } from './run.ts';
import type { ArchiveSource } from './program.ts';

const reachMs = 3000;
const downloadMs = 10 * 60_000;

/** One attempt and one line a process: a machine without that host would else wait for every program. */
const unreachable = new Map<string, string>();

export async function fromArchive(source: ArchiveSource, delivery: Delivery): Promise<Delivered> {
  const platform = thisPlatform();
  const name = `envtest-${source.version}-${platform}.tar.gz`;
  const url = `${source.releases}/envtest-${source.version}/${name}`;
  const before = unreachable.get(url);
  if (before !== undefined) return { no: before };

  const response = await reach(url);
  if ('no' in response) {
    unreachable.set(url, response.no);
    delivery.say(response.no);
    return response;
  }
  return withProgress(delivery.say, `downloading ${name}`, async () => {
    const bytes = await response.body();
    if (bytes === undefined) return { no: `the download of ${url} broke off` };
    const sha512 = createHash('sha512').update(bytes).digest('hex');
    if (sha512 !== source.sha512[platform]) {
      throw new BedError(
        `${url} has the sha512 ${sha512} and not the pinned one: it was changed, do not use it`,
      );
    }
    return unpack(bytes, delivery);
  });
}

type Reached = { readonly body: () => Promise<Uint8Array | undefined> } | { readonly no: string };

async function reach(url: string): Promise<Reached> {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort();
  }, reachMs);
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([abort.signal, AbortSignal.timeout(downloadMs)]),
    });
    if (response.ok) return { body: async () => response.bytes().catch(() => undefined) };
    await response.body?.cancel();
    return { no: `the envtest archive was answered with ${String(response.status)}` };
  } catch {
    return { no: `the envtest archive on ${new URL(url).host} cannot be reached` };
  } finally {
    clearTimeout(timer);
  }
}

async function unpack(bytes: Uint8Array, delivery: Delivery): Promise<Delivered> {
  const tarball = join(delivery.into, 'archive.tar.gz');
  await writeFile(tarball, bytes);
  const args = ['-xzf', tarball, '--strip-components=2', '-C', delivery.into];
  const outcome = await run({ file: 'tar', args, cwd: delivery.into, env: delivery.env });
  if (outcome.kind === 'done') return 'delivered';
  return { no: `the envtest archive could not be unpacked by tar (${outcome.kind})` };
}
