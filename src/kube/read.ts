/** What may be read of a cluster -> GET requests: objects, lists, discovery, OpenAPI. */
import type { ObjectPath, Outcome, Paging, Reading, ResourcePath, ServerDocument } from '../live/cluster.ts';
import type { Connection } from './connection.ts';
import { readPath, resourcePath, type ReadPath } from './path.ts';

const json = 'application/json';
const metadata = (kind: string): string => `${json};as=${kind};g=meta.k8s.io;v=v1`;
/** The parameters must stand in this order (facts/kubernetes.md §3.1). */
const aggregated = `${json};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;

export async function readObject(
  connection: Connection,
  path: ObjectPath,
  reading: Reading & Until,
): Promise<Outcome> {
  const accept = reading.metadataOnly ? metadata('PartialObjectMetadata') : json;
  return await connection.exchange(
    { method: 'GET', path: readPath(resourcePath(path)), accept },
    reading.signal,
  );
}

export async function readList(
  connection: Connection,
  path: ResourcePath,
  paging: Paging & Until,
): Promise<Outcome> {
  const accept = paging.metadataOnly ? metadata('PartialObjectMetadataList') : json;
  const query = {
    limit: String(paging.limit),
    continue: paging.continue,
    labelSelector: paging.labelSelector,
  };
  return await connection.exchange(
    { method: 'GET', path: readPath(resourcePath(path), query), accept },
    paging.signal,
  );
}

export async function readDocument(
  connection: Connection,
  document: ServerDocument,
  signal: AbortSignal,
): Promise<Outcome> {
  return await connection.exchange({ method: 'GET', ...whereIs(document) }, signal);
}

interface Until {
  readonly signal: AbortSignal;
}

interface Where {
  readonly path: ReadPath;
  readonly accept: string;
}

function whereIs(document: ServerDocument): Where {
  if (document.kind === 'openapi') return { path: readPath(openapiPath(document.url)), accept: json };
  const places = {
    version: { path: readPath('/version'), accept: json },
    'core-discovery': { path: readPath('/api'), accept: aggregated },
    'group-discovery': { path: readPath('/apis'), accept: aggregated },
    'openapi-index': { path: readPath('/openapi/v3'), accept: json },
  } as const;
  return places[document.kind];
}

/** The index is the server's word: only a path below `/openapi/v3/` is followed. */
function openapiPath(url: string): string {
  const { pathname, search } = new URL(url, 'https://server.invalid');
  if (!pathname.startsWith('/openapi/v3/'))
    throw new RangeError('the OpenAPI index names a path outside of it');
  return `${pathname}${search}`;
}
