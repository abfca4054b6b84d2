/** Plain requests with the admin credential, TLS verified by the bed's CA -> status and parsed body. For seeding only. */
import { Agent, request } from 'undici';

import { isJsonObject, type JsonObject } from '../../src/object/json.ts';

/** Tells the bed's own requests from those of the program under test in an audit log, whoever they are sent as. */
export const bedAgent = 'bed';

interface AdminRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, e.g. `/api/v1/namespaces?limit=1`. */
  readonly path: string;
  readonly body?: unknown;
  /** Default `application/json`. */
  readonly contentType?: string;
}

interface AdminReply {
  readonly status: number;
  /** The parsed object, or `{ text }` where the reply is no JSON object. */
  readonly body: JsonObject;
}

export interface AdminClient {
  readonly send: (request: AdminRequest) => Promise<AdminReply>;
  /** The events of a list path with `watch=true`, as objects `{ type, object }`, until the signal aborts. */
  readonly watch: (path: string, signal: AbortSignal) => AsyncIterable<JsonObject>;
  readonly close: () => Promise<void>;
}

export function adminClient(server: string, ca: string, token: string): AdminClient {
  const dispatcher = new Agent({ connect: { ca }, connections: 16 });
  const authorization = `Bearer ${token}`;
  return {
    watch: (path, signal) => eventsOf(`${server}${path}`, { dispatcher, authorization, signal }),
    send: async ({ method, path, body, contentType = 'application/json' }) => {
      const reply = await request(`${server}${path}`, {
        dispatcher,
        method,
        headers: {
          authorization,
          accept: 'application/json',
          'user-agent': bedAgent,
          'content-type': contentType,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: reply.statusCode, body: parse(await reply.body.text()) };
    },
    close: async () => dispatcher.destroy(),
  };
}

interface Watching {
  readonly dispatcher: Agent;
  readonly authorization: string;
  readonly signal: AbortSignal;
}

async function* eventsOf(url: string, watching: Watching): AsyncGenerator<JsonObject> {
  const { dispatcher, authorization, signal } = watching;
  const headers = { authorization, accept: 'application/json', 'user-agent': bedAgent };
  const { body } = await request(url, { dispatcher, headers, signal, bodyTimeout: 0 });
  let rest = '';
  for await (const chunk of body.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '').map(parse);
  }
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : { text };
  } catch {
    return { text };
  }
}
