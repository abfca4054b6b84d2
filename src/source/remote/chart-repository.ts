/** A chart of an HTTP repository -> its tree: index, version, archive, each with its digest. */
import { words } from '../../object/masked.ts';
import type { RemoteReference } from '../remote.ts';
import { archiveTree } from './archive-tree.ts';
import { askServer, unreachable } from './ask-server.ts';
import { type RemoteBench, once } from './bench.ts';
import { type IndexEntry, entriesOf } from './chart-entries.ts';
import { chooseVersion, isMoving } from './choose-version.ts';
import { digestOf, readDigest } from './digest.ts';
import type { Fetched } from './fetched.ts';
import { parseUrl } from './host.ts';
import { chartOfRegistry } from './registry.ts';

export type ChartReference = Extract<RemoteReference, { readonly kind: 'chart' }>;

/** Throws RemoteError. */
export async function chartOfRepository(bench: RemoteBench, chart: ChartReference): Promise<Fetched> {
  const base = parseUrl(chart.repository);
  if (base === undefined) throw unreachable(words`its repository is no URL`);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const entry = entryFor(bench, await indexOf(bench, base), chart);
  const url = archiveUrl(base, entry);
  if (url === undefined) throw unreachable(words`the index does not say where its archive is`);
  const moving = isMoving(chart.version, entry.version);
  if (url.protocol === 'oci:') {
    // As in some indexes of registries: the archive's digest stands there only, or nowhere.
    const [address = '', tag = entry.version] = url.href.slice('oci://'.length).split(/:(?=[^/]*$)/u);
    return { ...(await chartOfRegistry(bench, { address, version: tag })), moving, version: entry.version };
  }
  const archive = await archiveOf(bench, url, entry);
  const tree = await archiveTree(bench, archive);
  return { kind: 'tree', tree, digest: digestOf(archive), version: entry.version, moving };
}

function entryFor({ mask }: RemoteBench, index: Buffer, { name, version }: ChartReference): IndexEntry {
  const found = entriesOf(index, name);
  if (found.kind === 'unreadable') throw unreachable(words`the repository's index cannot be read`);
  if (found.kind === 'unknown-chart') {
    throw unreachable(words`the repository's index has no chart ${mask.text(name)}`);
  }
  const versions = found.entries.map((entry) => entry.version);
  const choice = chooseVersion(versions, version, mask);
  if (choice.kind === 'none') throw unreachable(choice.why);
  const entry = found.entries[versions.indexOf(choice.version)];
  if (entry === undefined) throw new Error('a version was chosen that is not among those given');
  return entry;
}

/** Relative ones are relative to the repository, and share its query, which may be what lets one in. */
function archiveUrl(base: URL, { urls: [first] }: IndexEntry): URL | undefined {
  if (first === undefined) return undefined;
  const url = parseUrl(first, base);
  const isRelative = URL.parse(first) === null;
  if (url !== undefined && isRelative && url.origin === base.origin && url.search === '') {
    url.search = base.search;
  }
  return url;
}

/** As the server has it now: by its ETag, what is in the store need not travel again. */
async function indexOf(bench: RemoteBench, base: URL): Promise<Buffer> {
  const url = new URL(base);
  url.pathname += 'index.yaml';
  return once(bench, `index ${url.href}`, () => askForIndex(bench, url));
}

async function askForIndex(bench: RemoteBench, url: URL): Promise<Buffer> {
  const { store } = bench;
  const [, said = '', etag] = /^(\S+) (.+)$/su.exec((await store.recall(`index ${url.href}`)) ?? '') ?? [];
  const digest = readDigest(said);
  const kept = digest === undefined ? undefined : await store.get(digest);
  const reply = await askServer(bench, {
    url,
    largest: bench.limits.index,
    ...(etag !== undefined && kept !== undefined && { headers: { 'if-none-match': etag }, accepts: [304] }),
  });
  if (reply.status === 304 && kept !== undefined) return kept;
  const tag = reply.headers['etag'];
  if (tag !== undefined) {
    await store.remember(`index ${url.href}`, `${await store.put(reply.body)} ${tag}`);
  }
  return reply.body;
}

async function archiveOf(bench: RemoteBench, url: URL, { digest, version }: IndexEntry): Promise<Buffer> {
  const expected = readDigest(digest);
  if (expected === undefined && digest !== '') {
    throw unreachable(words`the index gives its archive a digest that cannot be checked`);
  }
  const kept = expected === undefined ? undefined : await bench.store.get(expected);
  if (kept !== undefined) return kept;
  const { body } = await askServer(bench, { url, largest: bench.limits.archive });
  if (expected !== undefined && digestOf(body) !== expected) {
    throw unreachable(
      words`its archive at ${bench.mask.text(version)} is not the one in the index: the digests differ`,
    );
  }
  await bench.store.put(body);
  return body;
}
