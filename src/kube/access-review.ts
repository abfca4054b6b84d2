/** A right -> the question who holds it. Reviews are never stored; they are the only POSTs without dry run. */
import type { Outcome, Right, User } from '../live/cluster.ts';
import type { Connection } from './connection.ts';
import type { ReviewPath } from './path.ts';

const group = '/apis/authorization.k8s.io/v1';
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the place that makes the brand
const ownPath = `${group}/selfsubjectaccessreviews` as ReviewPath;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the place that makes the brand
const path = `${group}/subjectaccessreviews` as ReviewPath;

export async function reviewOwnRight(
  connection: Connection,
  right: Right,
  signal: AbortSignal,
): Promise<Outcome> {
  const asked = { kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: attributesOf(right) } };
  return await send(connection, { path: ownPath, asked }, signal);
}

export async function reviewRight(
  connection: Connection,
  { user, right }: { readonly user: User; readonly right: Right },
  signal: AbortSignal,
): Promise<Outcome> {
  const spec = { user: user.name, groups: user.groups, resourceAttributes: attributesOf(right) };
  return await send(connection, { path, asked: { kind: 'SubjectAccessReview', spec } }, signal);
}

interface Asked {
  readonly path: ReviewPath;
  readonly asked: { readonly kind: string; readonly spec: object };
}

async function send(
  connection: Connection,
  { path: to, asked }: Asked,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', ...asked });
  return await connection.exchange({ method: 'POST', path: to, type: 'application/json', body }, signal);
}

function attributesOf({ verb, group: of, resource, subresource, namespace = '', name = '' }: Right): object {
  return { verb, group: of, resource, subresource, namespace, name };
}
