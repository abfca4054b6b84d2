/** A REST request -> an answer, checked against the contract on the way in and on the way out. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { allows, canSee, mayUse } from './access.ts';
import { invalidRequest, notFound, refused, type Answer } from './answer.ts';
import { authenticate, type Caller } from './authenticate.ts';
import type { Call, RepositoryOperation, TokenCall } from './call.ts';
import type { Contract, Operation, Route } from './contract.ts';
import type { Journal } from './journal.ts';
import { isObject, objectOf } from './json.ts';
import { paged } from './pagination.ts';
import { APP_OPERATIONS } from './rest/apps.ts';
import { CHECK_OPERATIONS } from './rest/checks.ts';
import { COMMENT_OPERATIONS } from './rest/comments.ts';
import { INSTALLATION_OPERATIONS } from './rest/installation.ts';
import { PULL_OPERATIONS } from './rest/pulls.ts';
import { REPOSITORY_OPERATIONS } from './rest/repositories.ts';
import { findRepository, type Installation } from './state.ts';

export interface RestRequest {
  readonly method: string;
  /** Without `/api/v3` and the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  /** The parsed body; undefined where there is none. */
  readonly body: unknown;
}

export interface RestDoor extends Pick<Call, 'state' | 'announce' | 'deliveries'> {
  readonly contract: Contract;
  readonly journal: Journal;
}

const IN_REPOSITORY: Readonly<Record<string, RepositoryOperation>> = {
  ...CHECK_OPERATIONS,
  ...COMMENT_OPERATIONS,
  ...PULL_OPERATIONS,
  ...REPOSITORY_OPERATIONS,
};

/** Says in GitHub's words what the schema found. */
function explained({ keyword, params, instancePath, message }: ErrorObject): string {
  const given = objectOf(params);
  if (keyword === 'required') return `"${String(given['missingProperty'])}" wasn't supplied.`;
  if (keyword === 'maxItems') return `No more than ${String(given['limit'])} items are allowed.`;
  if (keyword === 'maxLength') return `Only ${String(given['limit'])} characters are allowed.`;
  return `For '${instancePath.slice(1).replaceAll('/', '.')}', ${message ?? keyword}.`;
}

function requestProblems(door: RestDoor, route: Route, request: RestRequest): string[] {
  const { contract } = door;
  const { operation } = route;
  const body =
    operation.hasBody && (request.body !== undefined || operation.bodyRequired)
      ? (request.body ?? {})
      : undefined;
  return [
    ...contract.parameterErrors(operation, 'path', route.path),
    ...contract.parameterErrors(operation, 'query', request.query),
    ...(body === undefined ? [] : contract.bodyErrors(operation, body).map(explained)),
  ];
}

/** GitHub ignores what it does not know; here it is a violation, for it is a mistake of the caller. */
function unknownNames(operation: Operation, request: RestRequest): string[] {
  const known = new Set(
    operation.parameters.filter((entry) => entry.in === 'query').map((entry) => entry.name),
  );
  const names = isObject(request.body) ? Object.keys(request.body) : [];
  return [
    ...Object.keys(request.query)
      .filter((name) => !known.has(name))
      .map((name) => `unknown query parameter ${name}`),
    ...names.filter((name) => !operation.properties.has(name)).map((name) => `unknown property ${name}`),
  ];
}

function installationOf({ state, path }: Call): Installation | undefined {
  if (path['installation_id'] !== undefined) return state.installations.get(Number(path['installation_id']));
  const repository = findRepository(state, path['owner'] ?? '', path['repo'] ?? '');
  return [...state.installations.values()].find((entry) => repository && canSee(entry, repository));
}

async function inRepository(call: TokenCall, operation: Operation): Promise<Answer> {
  const inside = IN_REPOSITORY[operation.id];
  if (!inside) return refused(501, `the stand-in does not do ${operation.id}`);
  const repository = findRepository(call.state, call.path['owner'] ?? '', call.path['repo'] ?? '');
  if (!repository || !mayUse(call.token, repository)) return notFound();
  const granted = inside.needs.some((wanted) => allows(call.token.permissions, wanted));
  if (!granted) return refused(403, 'Resource not accessible by integration');
  return inside.run({ ...call, repository });
}

async function perform(
  caller: Exclude<Caller, { kind: 'nobody' }>,
  call: Call,
  operation: Operation,
): Promise<Answer> {
  const app = APP_OPERATIONS[operation.id];
  if (app && caller.kind === 'app') return app({ ...call, installation: installationOf(call) });
  if (app) return refused(401, 'A JSON web token could not be decoded');
  if (caller.kind !== 'token') return refused(401, 'Bad credentials');
  const own = INSTALLATION_OPERATIONS[operation.id];
  const signed = { ...call, token: caller.token };
  return own ? own(signed) : inRepository(signed, operation);
}

export async function answerRest(door: RestDoor, request: RestRequest): Promise<Answer> {
  const where = `${request.method} ${request.path}`;
  const route = door.contract.route(request.method, request.path);
  if (!route) {
    door.journal.violation(where, 'is no operation of the contract');
    return notFound();
  }
  const caller = authenticate(door.state, request.authorization);
  if (caller.kind === 'nobody') return refused(401, caller.why);
  const { operation } = route;
  for (const problem of unknownNames(operation, request)) door.journal.violation(where, problem);
  const problems = requestProblems(door, route, request);
  for (const problem of problems) door.journal.violation(where, problem);
  if (problems[0] !== undefined) return invalidRequest(problems.join('\n'));
  const { state, announce, deliveries } = door;
  const call: Call = {
    state,
    announce,
    deliveries,
    path: route.path,
    query: request.query,
    body: objectOf(request.body),
  };
  const answer = paged(await perform(caller, call, operation), request, state.origin);
  if (answer.status === 501) door.journal.violation(where, 'is not implemented by the stand-in');
  for (const problem of door.contract.answerErrors(operation, answer.status, answer.body))
    door.journal.violation(where, `the stand-in's own answer is not GitHub's: ${problem}`);
  return answer;
}
