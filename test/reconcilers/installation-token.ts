/** The stand-in and an owner of repositories -> a token of the App's installation there. */
import { randomBytes } from 'node:crypto';

import type { GitHub } from '../github/github.ts';

export function installationToken(github: GitHub, owner: string): string {
  const installation = github.install(owner);
  const value = `ghs_${randomBytes(18).toString('hex')}`;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const token = { value, installation, permissions: installation.permissions, expiresAt };
  github.state.tokens.set(value, { ...token, repositories: 'all' });
  return value;
}
