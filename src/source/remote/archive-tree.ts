/** A packaged chart -> its tree, made once for each archive. */
import type { Tree } from '../tree.ts';
import type { RemoteBench } from './bench.ts';
import { digestOf } from './digest.ts';
import { unpackChart } from './unpack.ts';

export async function archiveTree({ limits, mask }: RemoteBench, archive: Buffer): Promise<Tree> {
  return unpackChart(archive, { limits, mask, oid: digestOf(archive) });
}
