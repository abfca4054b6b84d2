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
  readonly close: () => Promise<void>;
}

export function adminClient(server: string, ca: string, token: string): AdminClient {
  const dispatcher = new Agent({ connect: { ca }, connections: 16 });
  return {
    send: async ({ method, path, body, contentType = 'application/json' }) => {
      const reply = await request(`${server}${path}`, {
        dispatcher,
        method,
        headers: {
          authorization: `Bearer ${token}`,
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

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : { text };
  } catch {
    return { text };
  }
}
