/** One authenticated, valid request, as a handler sees it. */
import type { Answer } from './answer.ts';
import type { Delivery } from './delivery.ts';
import type { JsonObject } from './json.ts';
import type {
  CheckRun,
  Comment,
  Installation,
  InstallationToken,
  Permissions,
  PullRequest,
  Repository,
  State,
} from './state.ts';

/** Things that happen inside a request and that GitHub tells its webhooks about. */
export interface Announcer {
  comment(action: 'created' | 'edited' | 'deleted', repository: Repository, comment: Comment): void;
  checkRun(action: 'created' | 'completed', repository: Repository, run: CheckRun): void;
}

export interface DeliveryDesk {
  list(): readonly Delivery[];
  redeliver(id: number): boolean;
}

export interface Call {
  readonly state: State;
  readonly announce: Announcer;
  readonly deliveries: DeliveryDesk;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export interface AppCall extends Call {
  readonly installation: Installation | undefined;
}

export interface TokenCall extends Call {
  readonly token: InstallationToken;
}

export interface RepositoryCall extends TokenCall {
  readonly repository: Repository;
}

export type Handler<C extends Call> = (call: C) => Answer | Promise<Answer>;

export interface RepositoryOperation {
  /** Any one of these is enough. */
  readonly needs: readonly Permissions[];
  readonly run: Handler<RepositoryCall>;
}

export function pullOf(call: RepositoryCall, parameter: string): PullRequest | undefined {
  return call.repository.pulls.get(Number(call.path[parameter]));
}
