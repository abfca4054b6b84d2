/** A GitRepo and the GitRepoRestrictions of its workspace -> the GitRepo with their defaults, or why it may not be (controller/gitops). */
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { partAt, textAt, textsAt } from '../../../object/fields.ts';
import { isOf } from './fleet-kind.ts';
import type { GitRepo } from './git-repos.ts';

export interface Restricted {
  readonly repo: GitRepo;
  /** Why Fleet does nothing with it; raw. */
  readonly refused: string | undefined;
}

export function restricted(repo: GitRepo, objects: readonly KubeObject[]): Restricted {
  const restrictions = objects
    .filter((object) => isOf(object, 'GitRepoRestriction') && namespaceOf(object) === repo.namespace)
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  if (restrictions.length === 0) return { repo, refused: undefined };
  const { spec } = repo;
  const account = textAt(spec, 'serviceAccount');
  const usual = restrictions.map((each) => textAt(each, 'defaultServiceAccount')).find((name) => name !== '');
  return {
    repo:
      account === '' && usual !== undefined ? { ...repo, spec: { ...spec, serviceAccount: usual } } : repo,
    refused: refusalOf(repo, restrictions),
  };
}

function refusalOf({ spec }: GitRepo, restrictions: readonly KubeObject[]): string | undefined {
  const allowed = (key: string): readonly string[] => restrictions.flatMap((each) => textsAt(each, key));
  const namespace = textAt(spec, 'targetNamespace');
  const needsNamespace =
    allowed('allowedTargetNamespaces').length > 0 ||
    restrictions.some((each) => partAt(each, 'allowedTargetNamespaceSelector') !== undefined);
  if (needsNamespace && namespace === '') return 'a GitRepoRestriction asks for a targetNamespace';
  const checks = [
    ['targetNamespace', 'allowedTargetNamespaces'],
    ['serviceAccount', 'allowedServiceAccounts'],
    ['clientSecretName', 'allowedClientSecretNames'],
  ] as const;
  for (const [key, list] of checks) {
    const value = textAt(spec, key);
    if (value !== '' && allowed(list).length > 0 && !allowed(list).includes(value))
      return `no GitRepoRestriction allows the ${key} ${value}`;
  }
  const patterns = allowed('allowedRepoPatterns');
  const isHere = patterns.some((pattern) => matches(pattern, textAt(spec, 'repo')));
  return patterns.length === 0 || isHere ? undefined : 'no GitRepoRestriction allows its repository';
}

/** One that cannot be read matches nothing. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
