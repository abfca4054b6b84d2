/** A file of an allowed host -> a tree with this one file in it. */
import { words } from '../../object/masked.ts';
import { pathName } from '../path-name.ts';
import { askServer, unreachable } from './ask-server.ts';
import type { RemoteBench } from './bench.ts';
import { digestOf } from './digest.ts';
import type { Fetched } from './fetched.ts';
import { parseUrl } from './host.ts';
import { memoryTree } from './memory-tree.ts';

/** Throws RemoteError. */
export async function fileAt(bench: RemoteBench, text: string): Promise<Fetched> {
  const url = parseUrl(text);
  if (url === undefined) throw unreachable(words`it is no URL`);
  const { body } = await askServer(bench, { url, largest: bench.limits.file });
  const digest = digestOf(body);
  const tree = memoryTree(new Map([[nameIn(url), { kind: 'file', content: body }]]), digest);
  return { kind: 'tree', tree, digest, version: digest, moving: true };
}

/** The last name in a URL's path; `file` where it has none that could be one. */
function nameIn({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  const name = pathName(Buffer.from(last));
  return name.kind === 'path' && /^[\w.@+-]+$/u.test(last) ? last : 'file';
}
