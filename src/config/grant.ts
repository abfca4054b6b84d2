/** A repository's name and the operator's file -> the clusters it may use, the namespaces it may see, the base branches that count. */
import type { ClusterConfig, InstallationConfig, OperatorConfig } from './operator.ts';
import { matchesText } from './pattern.ts';
import type { RemoteHostConfig } from './remote-host.ts';

export interface Grant {
  readonly clusters: readonly ClusterConfig[];
  /** Those in its clusters. */
  readonly installations: readonly InstallationConfig[];
  /** Hosts that its charts, bases and files may come from. */
  readonly remotes: readonly RemoteHostConfig[];
  /** Patterns; see maySee. */
  readonly namespaces: readonly string[];
  /** Patterns of base branches besides the default one. */
  readonly branches: readonly string[];
}

/** GitHub's names do not differ by case. */
export function grantOf(
  operator: OperatorConfig,
  repository: { readonly owner: string; readonly name: string },
): Grant {
  const granted = operator.repositories.filter(({ match }) => {
    const [owner = '', name = ''] = match.toLowerCase().split('/');
    return (
      matchesText(owner, repository.owner.toLowerCase()) && matchesText(name, repository.name.toLowerCase())
    );
  });
  const names = new Set(granted.flatMap(({ clusters }) => clusters));
  const hosts = new Set(granted.flatMap(({ remotes }) => remotes));
  return {
    clusters: operator.clusters.filter(({ name }) => names.has(name)),
    installations: operator.installations.filter(({ cluster }) => names.has(cluster)),
    remotes: operator.remotes.filter(({ host }) => hosts.has(host)),
    namespaces: [...new Set(granted.flatMap(({ namespaces }) => namespaces))].sort(),
    branches: [...new Set(granted.flatMap(({ branches }) => branches))].sort(),
  };
}

export function maySee(grant: Grant, namespace: string): boolean {
  return namespace !== '' && grant.namespaces.some((pattern) => matchesText(pattern, namespace));
}

/** Whether the operator trusts a base branch, besides the default one, which always is. */
export function trustsBranch(grant: Grant, branch: string): boolean {
  return grant.branches.some((pattern) => matchesText(pattern, branch));
}
