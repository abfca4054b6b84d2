/** Permissions and repositories of an installation or a token -> what it may see and do. */
import {
  fullName,
  type Installation,
  type InstallationToken,
  type Permissions,
  type Repository,
} from './state.ts';

const LEVELS = ['read', 'write', 'admin'];

/** Every permission wanted is there, at that level or above. */
export function allows(granted: Permissions, wanted: Permissions): boolean {
  return Object.entries(wanted).every(
    ([name, level]) =>
      LEVELS.indexOf(granted[name] ?? (name === 'metadata' ? 'read' : '')) >= LEVELS.indexOf(level),
  );
}

export function canSee(installation: Installation, repository: Repository): boolean {
  if (installation.suspendedAt || installation.account !== repository.owner) return false;
  return installation.repositories === 'all' || installation.repositories.includes(fullName(repository));
}

export function mayUse(token: InstallationToken, repository: Repository): boolean {
  if (!canSee(token.installation, repository)) return false;
  return token.repositories === 'all' || token.repositories.includes(fullName(repository));
}
