/** A chart of an OCI registry -> its tree: tags, manifest, layer, each with its digest (OCI distribution spec 1.1). */
import { at, isJsonArray } from '../../object/json.ts';
import type { Json } from '../../object/json.ts';
import { words } from '../../object/masked.ts';
import { archiveTree } from './archive-tree.ts';
import { unreachable } from './ask-server.ts';
import type { RemoteBench } from './bench.ts';
import { chooseVersion, isMoving } from './choose-version.ts';
import { type Digest, digestOf, readDigest } from './digest.ts';
import type { Fetched } from './fetched.ts';
import { registryOrigins } from './host.ts';
import { objectIn } from './json-reply.ts';
import { type RegistryRepository, answering, askRegistry } from './registry-access.ts';
import { isStrict, parseVersion } from './version.ts';

export interface RegistryChart {
  /** `host/path/name`, without scheme. */
  readonly address: string;
  readonly version: string;
}

const layerTypes = ['application/vnd.cncf.helm.chart.content.v1.tar+gzip', 'application/tar+gzip'];
const manifestTypes =
  'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json';
const mostPages = 100;

/** Throws RemoteError. */
export async function chartOfRegistry(bench: RemoteBench, chart: RegistryChart): Promise<Fetched> {
  const repository = await repositoryOf(bench, chart.address);
  const version = await versionOf(bench, repository, chart.version);
  const manifest = await manifestOf(bench, repository, version);
  const archive = await layerOf(bench, repository, layerIn(manifest));
  const tree = await archiveTree(bench, archive);
  const moving = readDigest(version) === undefined && isMoving(chart.version, version);
  return { kind: 'tree', tree, digest: digestOf(archive), version, moving };
}

const part = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
/** As the distribution spec has it: anything else could be another path of the registry's API. */
const namePattern = new RegExp(`^${part}(?:/${part})*$`, 'u');

async function repositoryOf(bench: RemoteBench, address: string): Promise<RegistryRepository> {
  const slash = address.indexOf('/');
  const [secure, plain] = slash < 0 ? [] : registryOrigins(bench.hosts, address.slice(0, slash));
  const name = address.slice(slash + 1);
  if (secure === undefined || name.length > 255 || !namePattern.test(name)) {
    throw unreachable(words`it has no name that a registry could know`);
  }
  return { origin: plain === undefined ? secure : await answering(bench, secure, plain), name };
}

/** A version is its own tag, as for Helm; a range is looked for among the tags. */
async function versionOf(
  bench: RemoteBench,
  repository: RegistryRepository,
  wanted: string,
): Promise<string> {
  if (wanted.startsWith('sha256:') || parseVersion(wanted) !== undefined) return wanted;
  const versions = await versionsOf(bench, repository);
  const choice = chooseVersion(versions, wanted, bench.mask);
  if (choice.kind === 'none') throw unreachable(choice.why);
  return choice.version;
}

/** A tag cannot hold a plus: Helm writes it as an underscore. */
async function versionsOf(bench: RemoteBench, repository: RegistryRepository): Promise<readonly string[]> {
  const tags = await tagsOf(bench, repository);
  return tags.map((tag) => tag.replaceAll('_', '+')).filter(isStrict);
}

async function tagsOf(bench: RemoteBench, repository: RegistryRepository): Promise<readonly string[]> {
  const tags: string[] = [];
  let path: string | undefined = 'tags/list?n=1000';
  for (let page = 0; path !== undefined; page += 1) {
    if (page === mostPages) throw unreachable(words`the registry has too many tags of it`);
    const { body, headers } = await askRegistry(bench, repository, {
      path,
      largest: bench.limits.manifest,
    });
    const listed = at(jsonOf(body), 'tags') ?? [];
    if (!isJsonArray(listed)) throw unreachable(words`the registry's list of tags cannot be read`);
    tags.push(...listed.filter((tag) => typeof tag === 'string'));
    path = nextPage(repository, headers['link']);
  }
  return tags;
}

/** `</v2/name/tags/list?n=2&last=b>; rel="next"`; of the same list only. */
function nextPage({ origin, name }: RegistryRepository, link: string | undefined): string | undefined {
  const target = /<([^>]+)>\s*;\s*rel="?next"?/u.exec(link ?? '')?.[1];
  const url = target === undefined ? null : URL.parse(target, `${origin}/v2/${name}/tags/list`);
  if (url === null || url.origin !== origin || url.pathname !== `/v2/${name}/tags/list`) return undefined;
  return `tags/list${url.search}`;
}

async function manifestOf(
  bench: RemoteBench,
  repository: RegistryRepository,
  version: string,
): Promise<Json> {
  const digest = readDigest(version);
  const kept = digest === undefined ? undefined : await bench.store.get(digest);
  if (kept !== undefined) return jsonOf(kept);
  const reference = version.replaceAll('+', '_');
  const { status, body, headers } = await askRegistry(bench, repository, {
    path: `manifests/${encodeURIComponent(reference)}`,
    headers: { accept: manifestTypes },
    largest: bench.limits.manifest,
    accepts: [404],
  });
  if (status === 404) throw await notThere(bench, repository, version);
  const said = digest ?? readDigest(headers['docker-content-digest'] ?? '');
  if (said !== undefined && digestOf(body) !== said) {
    throw unreachable(words`its manifest is not the one that was asked for: the digests differ`);
  }
  await bench.store.put(body);
  return jsonOf(body);
}

async function notThere(bench: RemoteBench, repository: RegistryRepository, version: string): Promise<Error> {
  const { mask } = bench;
  if (readDigest(version) !== undefined) return unreachable(words`the registry has no such manifest`);
  const choice = chooseVersion(await versionsOf(bench, repository), version, mask);
  return unreachable(
    choice.kind === 'none' ? choice.why : words`the registry has no tag ${mask.text(version)} of it`,
  );
}

/** The digest of the chart's layer. */
function layerIn(manifest: Json): Digest {
  const layers = at(manifest, 'layers');
  const chart = isJsonArray(layers)
    ? layers.find((layer) => layerTypes.some((type) => type === at(layer, 'mediaType')))
    : undefined;
  if (chart === undefined) throw unreachable(words`what the registry has under this name is no chart`);
  const said = at(chart, 'digest');
  const digest = typeof said === 'string' ? readDigest(said) : undefined;
  if (digest === undefined) throw unreachable(words`its digest in the manifest cannot be checked`);
  return digest;
}

async function layerOf(bench: RemoteBench, repository: RegistryRepository, digest: Digest): Promise<Buffer> {
  const kept = await bench.store.get(digest);
  if (kept !== undefined) return kept;
  const { body } = await askRegistry(bench, repository, {
    path: `blobs/${digest}`,
    largest: bench.limits.archive,
  });
  if (digestOf(body) !== digest) {
    throw unreachable(words`its archive is not the one in the manifest: the digests differ`);
  }
  await bench.store.put(body);
  return body;
}

function jsonOf(body: Buffer): Json {
  const reply = objectIn(body);
  if (reply === undefined) throw unreachable(words`what the registry answers cannot be read`);
  return reply;
}
