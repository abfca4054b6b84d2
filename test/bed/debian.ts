/** A Debian package -> its program in a folder, with the libraries that this machine lacks: no root, and nothing installed. */
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Delivered, Delivery } from './delivery.ts';
import type { DebianSource } from './program.ts';
import { withProgress } from './progress.ts';
import { run, type Outcome } from './run.ts';

export async function fromDebian(source: DebianSource, delivery: Delivery): Promise<Delivered> {
  const work = await mkdtemp(join(tmpdir(), 'proofline-debian-'));
  try {
    const title = `taking ${source.name} from the Debian package ${source.package}`;
    return await withProgress(delivery.say, title, async () => unpack(source, delivery, work));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Lists of its own: those of the machine are root's, often empty in an image, and name packages that are gone. */
async function unpack(source: DebianSource, delivery: Delivery, work: string): Promise<Delivered> {
  const { env, into, file } = delivery;
  const [lists, archives] = [join(work, 'lists'), join(work, 'archives')];
  await Promise.all([lists, archives].map(async (each) => mkdir(join(each, 'partial'), { recursive: true })));
  const own = [`Dir::State::lists=${lists}`, `Dir::Cache=${work}`, `Dir::Cache::archives=${archives}`];
  const options = [...own, 'APT::Sandbox::User=', 'Debug::NoLocking=1'].flatMap((each) => ['-o', each]);
  const apt = async (...args: readonly string[]): Promise<Outcome> =>
    run({ file: 'apt-get', args: ['-q', '-y', ...options, ...args], cwd: work, env });

  const updated = await apt('update');
  if (updated.kind === 'missing') return { no: 'there is no apt-get to take it from a Debian package' };
  const download = ['install', '--download-only', '--no-install-recommends', '--reinstall', source.package];
  const downloaded = updated.kind === 'done' ? await apt(...download) : updated;
  if (downloaded.kind !== 'done') return { no: `apt-get could not download ${source.package}` };

  const packages = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
  for (const name of packages) {
    const args = ['-x', join(archives, name), join(into, 'root')];
    const unpacked = await run({ file: 'dpkg-deb', args, cwd: work, env });
    if (unpacked.kind !== 'done') return { no: `${name} could not be unpacked` };
  }
  await writeFile(join(into, file), starter(file));
  await chmod(join(into, file), 0o755);
  return 'delivered';
}

function starter(file: string): string {
  return `#!/bin/sh
root=$(dirname "$0")/root
export LD_LIBRARY_PATH=$(echo "$root"/usr/lib/*-linux-gnu "$root"/lib/*-linux-gnu | tr ' ' :)
exec "$root/usr/bin/${file}" "$@"
`;
}
