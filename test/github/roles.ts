/** A person's role in a repository -> the permission and the association that GitHub reports for it. */
import type { Account, Repository, Role } from './state.ts';

/** GitHub's legacy `permission` field folds maintain into write and triage into read. */
const PERMISSION: Readonly<Record<Role, string>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
};

export function roleOf(repository: Repository, login: string): Role | undefined {
  if (login.toLowerCase() === repository.owner.login.toLowerCase()) return 'admin';
  return repository.roles.get(login.toLowerCase()) ?? (repository.private ? undefined : 'read');
}

export function permissionOf(role: Role | undefined): string {
  return role ? PERMISSION[role] : 'none';
}

/** Not a signal of authority: people with rights often show as CONTRIBUTOR or NONE on GitHub too. */
export function associationOf(repository: Repository, account: Account): string {
  if (account.login === repository.owner.login) return 'OWNER';
  return repository.roles.has(account.login.toLowerCase()) ? 'COLLABORATOR' : 'NONE';
}
