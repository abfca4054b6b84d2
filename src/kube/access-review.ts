/** A right -> the question whether this credential holds it. Reviews are never stored; they are the only POSTs without dry run. */
import type { Outcome, Right } from '../live/cluster.ts';
import type { Connection } from './connection.ts';
import type { ReviewPath } from './path.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the place that makes the brand
const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' as ReviewPath;

export async function reviewOwnRight(
  connection: Connection,
  right: Right,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: {
      resourceAttributes: {
        verb: right.verb,
        group: right.group,
        resource: right.resource,
        subresource: right.subresource,
      },
    },
  });
  return await connection.exchange({ method: 'POST', path, type: 'application/json', body }, signal);
}
