/** One repository as its installation of the App may see it. */
import type { Client } from './connect.ts';

export interface Repository {
  readonly owner: string;
  readonly name: string;
  readonly appId: number;
  readonly installation: number;
  readonly client: Client;
}

export function coordinates(repository: Repository): { readonly owner: string; readonly repo: string } {
  return { owner: repository.owner, repo: repository.name };
}
