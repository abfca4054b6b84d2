/** An object -> the path under which the API server has it, by the server's own discovery. */
import { setTimeout as sleep } from 'node:timers/promises';

import { at, isJsonArray, type JsonObject } from '../../src/object/json.ts';
import { namespaceOf, type KubeObject } from '../../src/object/kube-object.ts';
import type { AdminClient } from './admin-client.ts';
import { BedError } from './bed-error.ts';

export type PathOf = (object: KubeObject) => Promise<string>;

const patienceMs = 60_000;

/** Asks once for each group and version, and again for a kind that is not there: its definition may be new. */
export function pathsOf(admin: AdminClient): PathOf {
  const known = new Map<string, JsonObject>();
  return async (object) => {
    const base = baseOf(object);
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const list = known.get(base) ?? (await admin.send({ method: 'GET', path: base })).body;
      const path = pathIn(list, base, object);
      if (path !== undefined) {
        known.set(base, list);
        return path;
      }
      known.delete(base);
      if (Date.now() > deadline) {
        throw new BedError(`the server does not know ${object.apiVersion} ${object.kind}`);
      }
      await sleep(100);
    }
  };
}

/** Undefined for a kind that the server does not know now. */
export function pathNow(admin: AdminClient): (object: KubeObject) => Promise<string | undefined> {
  const known = new Map<string, JsonObject>();
  return async (object) => {
    const base = baseOf(object);
    const seen = pathIn(known.get(base) ?? {}, base, object);
    if (seen !== undefined) return seen;
    const list = (await admin.send({ method: 'GET', path: base })).body;
    known.set(base, list);
    return pathIn(list, base, object);
  };
}

function baseOf({ apiVersion }: KubeObject): string {
  return `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`;
}

function pathIn(list: JsonObject, base: string, object: KubeObject): string | undefined {
  const resources = at(list, 'resources');
  if (!isJsonArray(resources)) return undefined;
  for (const resource of resources) {
    const name = at(resource, 'name');
    if (typeof name === 'string' && !name.includes('/') && at(resource, 'kind') === object.kind) {
      const namespace =
        at(resource, 'namespaced') === true ? `/namespaces/${namespaceOf(object) || 'default'}` : '';
      return `${base}${namespace}/${name}/${encodeURIComponent(object.metadata.name)}`;
    }
  }
  return undefined;
}
