/** What may be asked of a cluster by dry run -> requests that write nothing; `dryRunPath` puts `dryRun=All` on each. */
import type { ObjectPath, Outcome, ResourcePath, Writing } from '../live/cluster.ts';
import type { Connection } from './connection.ts';
import { dryRunPath, type DryRunPath } from './path.ts';

type Method = 'PATCH' | 'PUT' | 'POST' | 'DELETE';

export class DryRun {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async apply(
    path: ObjectPath,
    write: Writing & { readonly force: boolean },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const query = { ...queryOf(write), ...(write.force && { force: 'true' }) };
    const type = 'application/apply-patch+yaml';
    return await this.#send('PATCH', { path: dryRunPath(path, query), type, body: write.body }, signal);
  }

  async patch(
    path: ObjectPath,
    write: Writing & { readonly type: string },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const asked = { path: dryRunPath(path, queryOf(write)), type: write.type, body: write.body };
    return await this.#send('PATCH', asked, signal);
  }

  async put(path: ObjectPath, write: Writing, signal: AbortSignal): Promise<Outcome> {
    return await this.#send(
      'PUT',
      { path: dryRunPath(path, queryOf(write)), type: json, body: write.body },
      signal,
    );
  }

  async create(path: ResourcePath, write: Writing, signal: AbortSignal): Promise<Outcome> {
    return await this.#send(
      'POST',
      { path: dryRunPath(path, queryOf(write)), type: json, body: write.body },
      signal,
    );
  }

  async delete(path: ObjectPath, propagation: string, signal: AbortSignal): Promise<Outcome> {
    // A body with options would take the place of the query, dryRun included; so the query says all and there is no body.
    const asked = { path: dryRunPath(path, { propagationPolicy: propagation }), type: json, body: undefined };
    return await this.#send('DELETE', asked, signal);
  }

  async #send(
    method: Method,
    asked: { readonly path: DryRunPath; readonly type: string; readonly body: unknown },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
    return await this.#connection.exchange({ method, path: asked.path, type: asked.type, body }, signal);
  }
}

const json = 'application/json';

function queryOf(write: Writing): { readonly fieldManager: string; readonly fieldValidation: string } {
  return { fieldManager: write.manager, fieldValidation: write.validation };
}
