/** A cluster's Applications -> what Argo CD says of them now, and a wait for what it will say, by a watch. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import type { Running } from '../../bed/household.ts';
import { textAt } from '../read-object.ts';
import { patience as usual, untilSo, type News, type Patience, type Wait } from '../wait.ts';

const applicationsPath = '/apis/argoproj.io/v1alpha1/applications';
const mostWatches = 50;

type Program = Pick<Running, 'name' | 'ended' | 'lastWords'>;

export interface Applications {
  /** By name. */
  readonly all: () => ReadonlyMap<string, JsonObject>;
  /** What the watch has not told yet is known then. */
  readonly readAnew: () => Promise<void>;
  /** Rejects with what was waited for, and what is there instead; at once when a program has ended that would have to act. */
  readonly until: (wait: Wait, patience?: Patience) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function watchApplications(
  admin: AdminClient,
  programs: () => readonly Program[] = () => [],
): Promise<Applications> {
  const known: Known = { there: new Map(), gone: new Map() };
  const hearers = new Set<() => void>();
  const tell = (): void => {
    for (const hear of hearers) hear();
  };
  const abort = new AbortController();
  const { signal } = abort;
  let failure: unknown;
  const watching = follow({ admin, known, tell, signal }, await list(admin, known)).catch(
    (error: unknown) => {
      failure = error;
      tell();
    },
  );
  const news: News = {
    next: async (milliseconds) => nextOf(hearers, milliseconds),
    end: () => {
      if (failure !== undefined) return async () => `the watch of Applications broke: ${String(failure)}`;
      const ended = programs().find((program) => program.ended());
      return ended && (async () => `${ended.name} ended: ${await ended.lastWords()}`);
    },
  };
  return {
    all: () => known.there,
    readAnew: async () => {
      await list(admin, known);
    },
    until: async (wait, patience = usual) => untilSo(wait, news, patience),
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

interface Watched {
  readonly admin: AdminClient;
  readonly known: Known;
  /** All who wait for news. */
  readonly tell: () => void;
  readonly signal: AbortSignal;
}

/** A server ends the watch of a client that hears slowly: what was missed, a list tells. */
async function follow(watched: Watched, version: string): Promise<void> {
  const { admin, known, tell, signal } = watched;
  for (let watches = 1; !signal.aborted; watches += 1) {
    try {
      await followOnce(watched, version);
    } catch (error) {
      if (!signal.aborted && watches >= mostWatches) throw error;
    }
    if (signal.aborted) return;
    version = await list(admin, known);
    tell();
  }
}

/** Ends by throwing. */
async function followOnce({ admin, known, tell, signal }: Watched, version: string): Promise<never> {
  const path = `${applicationsPath}?watch=true&timeoutSeconds=86400&resourceVersion=${version}`;
  for await (const event of admin.watch(path, signal)) {
    const object = at(event, 'object');
    if (!isJsonObject(object) || at(event, 'type') === 'ERROR') throw new Error(JSON.stringify(event));
    if (at(event, 'type') === 'DELETED') forget(known, object);
    else learn(known, object);
    tell();
  }
  throw new Error('the server ended it');
}

async function nextOf(hearers: Set<() => void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const hear = (): void => {
      clearTimeout(timer);
      hearers.delete(hear);
      resolve();
    };
    const timer = setTimeout(hear, milliseconds);
    hearers.add(hear);
  });
}

export function nameOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'name');
}

export function versionOf(object: JsonObject): bigint {
  return BigInt(textAt(object, 'metadata', 'resourceVersion'));
}
