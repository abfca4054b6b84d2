/** A cluster's Applications -> what Argo CD says of them now, and a wait for what it will say, by a watch. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';

const applicationsPath = '/apis/argoproj.io/v1alpha1/applications';

export interface Applications {
  /** By name. */
  readonly all: () => ReadonlyMap<string, JsonObject>;
  /** What the watch has not told yet is known then. */
  readonly readAnew: () => Promise<void>;
  /** Rejects with what was waited for, and what is there instead. */
  readonly until: (what: string | (() => string), isSo: () => boolean, seconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function watchApplications(admin: AdminClient): Promise<Applications> {
  const known: Known = { there: new Map(), gone: new Map() };
  const version = await list(admin, known);
  const hearers = new Set<() => void>();
  const abort = new AbortController();
  const path = `${applicationsPath}?watch=true&timeoutSeconds=86400&resourceVersion=${version}`;
  let failure: unknown;
  const watching = follow(admin.watch(path, abort.signal), known, hearers).catch((error: unknown) => {
    if (!abort.signal.aborted) failure = error;
  });
  return {
    all: () => known.there,
    readAnew: async () => {
      await list(admin, known);
    },
    until: async (what, isSo, seconds) => {
      const late = AbortSignal.timeout(seconds * 1000);
      while (!isSo()) {
        if (failure !== undefined) throw new Error('the watch of Applications broke', { cause: failure });
        if (late.aborted) {
          const waited = typeof what === 'string' ? what : what();
          throw new Error(`after ${String(seconds)} s it is still waited ${waited}`);
        }
        await nextOf(hearers, late);
      }
    },
    close: async () => {
      abort.abort();
      await watching;
    },
  };
}

interface Known {
  readonly there: Map<string, JsonObject>;
  /** The version at which the last one of a name went. */
  readonly gone: Map<string, bigint>;
}

/** Answers with the version of the list. */
async function list(admin: AdminClient, known: Known): Promise<string> {
  const { body } = await admin.send({ method: 'GET', path: applicationsPath });
  const items = at(body, 'items');
  const listed = (isJsonArray(items) ? items : []).filter(isJsonObject);
  const version = textAt(body, 'metadata', 'resourceVersion');
  const names = new Set(listed.map(nameOf));
  for (const [name, object] of known.there)
    if (!names.has(name) && versionOf(object) <= BigInt(version)) known.there.delete(name);
  for (const item of listed) learn(known, item);
  return version;
}

/** Events and lists overtake each other: what is older than what is known, or than the end of it, is no news. */
function learn({ there, gone }: Known, object: JsonObject): void {
  const [name, version] = [nameOf(object), versionOf(object)];
  const before = there.get(name);
  if (before !== undefined && versionOf(before) >= version) return;
  if (version > (gone.get(name) ?? 0n)) there.set(name, object);
}

function forget({ there, gone }: Known, object: JsonObject): void {
  there.delete(nameOf(object));
  gone.set(nameOf(object), versionOf(object));
}

async function follow(
  events: AsyncIterable<JsonObject>,
  known: Known,
  hearers: ReadonlySet<() => void>,
): Promise<void> {
  for await (const event of events) {
    const object = at(event, 'object');
    if (!isJsonObject(object)) continue;
    if (at(event, 'type') === 'ERROR') throw new Error(JSON.stringify(object));
    if (at(event, 'type') === 'DELETED') forget(known, object);
    else learn(known, object);
    for (const hear of hearers) hear();
  }
  throw new Error('the server ended the watch of Applications');
}

async function nextOf(hearers: Set<() => void>, late: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const hear = (): void => {
      hearers.delete(hear);
      late.removeEventListener('abort', hear);
      resolve();
    };
    hearers.add(hear);
    late.addEventListener('abort', hear);
  });
}

export function nameOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'name');
}

export function versionOf(object: JsonObject): bigint {
  return BigInt(textAt(object, 'metadata', 'resourceVersion'));
}
