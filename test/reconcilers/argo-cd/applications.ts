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
  const known = new Map<string, JsonObject>();
  const version = await list(admin, known);
  const hearers = new Set<() => void>();
  const abort = new AbortController();
  const path = `${applicationsPath}?watch=true&timeoutSeconds=86400&resourceVersion=${version}`;
  let failure: unknown;
  const watching = follow(admin.watch(path, abort.signal), known, hearers).catch((error: unknown) => {
    if (!abort.signal.aborted) failure = error;
  });
  return {
    all: () => known,
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

/** Answers with the version of the list. */
async function list(admin: AdminClient, known: Map<string, JsonObject>): Promise<string> {
  const { body } = await admin.send({ method: 'GET', path: applicationsPath });
  const items = at(body, 'items');
  const there = (isJsonArray(items) ? items : []).filter(isJsonObject);
  const names = new Set(there.map(nameOf));
  for (const name of known.keys()) if (!names.has(name)) known.delete(name);
  for (const item of there) learn(known, item);
  return textAt(body, 'metadata', 'resourceVersion');
}

/** Events and lists overtake each other. */
function learn(known: Map<string, JsonObject>, object: JsonObject): void {
  const before = known.get(nameOf(object));
  if (before === undefined || versionOf(before) < versionOf(object)) known.set(nameOf(object), object);
}

async function follow(
  events: AsyncIterable<JsonObject>,
  known: Map<string, JsonObject>,
  hearers: ReadonlySet<() => void>,
): Promise<void> {
  for await (const event of events) {
    const object = at(event, 'object');
    if (!isJsonObject(object)) continue;
    if (at(event, 'type') === 'ERROR') throw new Error(JSON.stringify(object));
    if (at(event, 'type') === 'DELETED') known.delete(nameOf(object));
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
