/** A cluster's Applications -> what Argo CD says of them now, and a wait for what it will say, by a watch. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';

const applicationsPath = '/apis/argoproj.io/v1alpha1/applications';

export interface Applications {
  /** By name. */
  readonly all: () => ReadonlyMap<string, JsonObject>;
  /** Rejects with what was waited for, and what is there instead. */
  readonly until: (what: string, isSo: () => boolean, seconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function watchApplications(admin: AdminClient): Promise<Applications> {
  const { body } = await admin.send({ method: 'GET', path: applicationsPath });
  const known = new Map<string, JsonObject>();
  const items = at(body, 'items');
  for (const item of isJsonArray(items) ? items : []) if (isJsonObject(item)) known.set(nameOf(item), item);
  const hearers = new Set<() => void>();
  const abort = new AbortController();
  const version = textAt(body, 'metadata', 'resourceVersion');
  const path = `${applicationsPath}?watch=true&timeoutSeconds=86400&resourceVersion=${version}`;
  let failure: unknown;
  const watching = follow(admin.watch(path, abort.signal), known, hearers).catch((error: unknown) => {
    if (!abort.signal.aborted) failure = error;
  });
  return {
    all: () => known,
    until: async (what, isSo, seconds) => {
      const late = AbortSignal.timeout(seconds * 1000);
      while (!isSo()) {
        if (failure !== undefined) throw new Error('the watch of Applications broke', { cause: failure });
        if (late.aborted) throw new Error(`after ${String(seconds)} s it is still waited ${what}`);
        await nextOf(hearers, late);
      }
    },
    close: async () => {
      abort.abort();
      await watching;
    },
  };
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
    else known.set(nameOf(object), object);
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
