/** A repository's name and the operator's file -> the clusters it may use and the namespaces it may see. */
import type { ClusterConfig, OperatorConfig } from './operator.ts';
import { matchesText } from './pattern.ts';

export interface Grant {
  readonly clusters: readonly ClusterConfig[];
  /** Patterns; see maySee. */
  readonly namespaces: readonly string[];
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
  return {
    clusters: operator.clusters.filter(({ name }) => names.has(name)),
    namespaces: [...new Set(granted.flatMap(({ namespaces }) => namespaces))].sort(),
  };
}

export function maySee(grant: Grant, namespace: string): boolean {
  return namespace !== '' && grant.namespaces.some((pattern) => matchesText(pattern, namespace));
}
