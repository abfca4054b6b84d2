/** A person's access to a cluster -> the identity that Proofline uses there: as YAML, and on demand applied, with a kubeconfig. */
import { stringify } from 'yaml';

import { catalogOf, type Catalog } from '../live/catalog.ts';
import type { Clock } from '../live/clock.ts';
import type { Outcome } from '../live/cluster.ts';
import { messageOf } from '../live/failure-gap.ts';
import { at, isJsonArray, isJsonObject, type JsonObject } from '../object/json.ts';
import type { ClusterAccess } from './access.ts';
import { ClusterError } from './cluster-error.ts';
import { openConnection, type Connection } from './connection.ts';
import { accountName, accountNamespace, identityObjects } from './identity-objects.ts';
import { identityRules, type SecretAccess } from './identity-rules.ts';
import { readDocument, readList } from './read.ts';
import { applyIdentity, requestToken } from './setup.ts';

export interface ClusterAddOptions {
  /** The context's name; it stands in messages. */
  readonly name: string;
  readonly access: ClusterAccess;
  readonly secrets: SecretAccess;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface ClusterAdd {
  /** All objects in the order in which `kubectl apply` should take them, with a comment that says how to refresh it. */
  readonly yaml: string;
  /** Applies the same objects by server-side apply, manager `proofline-setup`. Answers `Kind/name` of each. Throws ClusterError. */
  apply(): Promise<readonly string[]>;
  /**
   * A kubeconfig with a token of the ServiceAccount (context `proofline`) and when the token ends. The token is bound
   * and expires, so that nothing lasting is left in the cluster; run again to renew it. Inside the cluster no
   * kubeconfig is needed. Throws ClusterError.
   */
  kubeconfig(seconds: number): Promise<{ readonly text: string; readonly expires: string }>;
  close(): Promise<void>;
}

/** Reads what the cluster serves, and writes nothing. Rejects with ClusterError. */
export async function clusterAdd(options: ClusterAddOptions): Promise<ClusterAdd> {
  const connection = await openConnection({ ...options, allowUnverifiedTls: true, inFlight: 4 });
  try {
    const rules = identityRules(await catalogFor(connection, options.signal), options.secrets);
    return {
      yaml: yamlOf(identityObjects(rules), options.name),
      apply: async () => applyIdentity(connection, rules, options.signal),
      kubeconfig: async (seconds) => {
        const { token, expires } = await requestToken(connection, seconds, options.signal);
        return { text: kubeconfigOf(await connection.target(), token), expires };
      },
      close: async () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function catalogFor(connection: Connection, signal: AbortSignal): Promise<Catalog> {
  const services = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices', namespace: '' };
  const everything = { metadataOnly: false, limit: 1000, continue: undefined, signal };
  const [core, groups, list] = await Promise.all([
    readDocument(connection, { kind: 'core-discovery' }, signal),
    readDocument(connection, { kind: 'group-discovery' }, signal),
    readList(connection, services, everything),
  ]);
  const items = at(bodyOf(connection, 'API services', list), 'items');
  return catalogOf(
    [bodyOf(connection, 'discovery', core), bodyOf(connection, 'discovery', groups)],
    isJsonArray(items) ? items.filter(isJsonObject) : [],
  );
}

function bodyOf(connection: Connection, what: string, outcome: Outcome): JsonObject {
  if (outcome.kind === 'failure') throw new ClusterError(connection.name, `${what}: ${outcome.message}`);
  if (outcome.status === 200 && outcome.body !== undefined) return outcome.body;
  throw new ClusterError(connection.name, `${what}: ${outcome.status} ${messageOf(outcome)}`);
}

function yamlOf(objects: readonly JsonObject[], context: string): string {
  const head = [
    `# Proofline's identity: it reads, and asks by dry run; the policy denies it everything else.`,
    `# Made from the kinds that the cluster served. After kinds were added (CustomResourceDefinitions), run`,
    `# "proofline cluster add ${context.replaceAll(/[^\w.:/@-]/g, '?')}" again; until then they are reported as not seen.`,
    '',
  ];
  return (
    head.join('\n') +
    objects.map((object) => `---\n${stringify(object, { aliasDuplicateObjects: false })}`).join('')
  );
}

function kubeconfigOf(
  target: { readonly server: string; readonly ca: string | undefined },
  token: string,
): string {
  const { server, ca } = target;
  const data = ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: accountName, cluster: { server, ...data } }],
    users: [{ name: accountName, user: { token } }],
    contexts: [
      {
        name: accountName,
        context: { cluster: accountName, user: accountName, namespace: accountNamespace },
      },
    ],
    'current-context': accountName,
  });
}
