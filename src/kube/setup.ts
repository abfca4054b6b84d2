/**
 * What a person's `proofline cluster add --apply` really writes, with the person's own rights: the objects of Proofline's
 * identity, and a token for it. Nothing else can be written from here, and only cluster-add.ts imports this file.
 */
import { type Reply } from '../live/cluster.ts';
import { messageOf } from '../live/failure-gap.ts';
import { identityOf } from '../object/identity.ts';
import { at } from '../object/json.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { ClusterError } from './cluster-error.ts';
import type { Connection } from './connection.ts';
import { accountName, accountNamespace, identityObjects } from './identity-objects.ts';
import type { PolicyRule } from './identity-rules.ts';
import { resourcePath, type SetupPath } from './path.ts';

/** Server-side apply without force. Answers `Kind/name` of each object. Throws ClusterError at the first that fails. */
export async function applyIdentity(
  connection: Connection,
  rules: readonly PolicyRule[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const object of identityObjects(rules)) {
    const path = setupPath(object, '?fieldManager=proofline-setup');
    const body = JSON.stringify(object);
    const what = `${object.kind}/${object.metadata.name}`;
    const outcome = await connection.exchange(
      { method: 'PATCH', path, type: 'application/apply-patch+yaml', body },
      signal,
    );
    if (outcome.kind === 'failure') throw new ClusterError(connection.name, `${what}: ${outcome.message}`);
    if (outcome.status >= 300) throw failed(connection, what, outcome);
    applied.push(what);
  }
  return applied;
}

export interface IdentityToken {
  readonly token: string;
  /** As the server grants it; it may be sooner than was asked for. */
  readonly expires: string;
}

/** Throws ClusterError. */
export async function requestToken(
  connection: Connection,
  seconds: number,
  signal: AbortSignal,
): Promise<IdentityToken> {
  const body = JSON.stringify({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: seconds },
  });
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: accountName, namespace: accountNamespace },
  };
  const path = setupPath(account, '/token');
  const what = `a token for ServiceAccount/${accountName}`;
  const outcome = await connection.exchange({ method: 'POST', path, type: 'application/json', body }, signal);
  if (outcome.kind === 'failure') throw new ClusterError(connection.name, `${what}: ${outcome.message}`);
  const token = at(outcome.body, 'status', 'token');
  const expires = at(outcome.body, 'status', 'expirationTimestamp');
  if (typeof token !== 'string' || typeof expires !== 'string') throw failed(connection, what, outcome);
  return { token, expires };
}

function failed(connection: Connection, what: string, reply: Reply): ClusterError {
  return new ClusterError(connection.name, `${what}: ${messageOf(reply)}`);
}

const resources: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
  ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
  ConfigMap: 'configmaps',
  ServiceAccount: 'serviceaccounts',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
};

function setupPath(object: KubeObject, rest: '?fieldManager=proofline-setup' | '/token'): SetupPath {
  const { group, version, kind, name } = identityOf(object);
  const path = { group, version, resource: resources[kind] ?? '', namespace: namespaceOf(object), name };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the place that makes the brand
  return `${resourcePath(path)}${rest}` as SetupPath;
}
