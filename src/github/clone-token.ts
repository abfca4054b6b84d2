/** A token that can read the contents of one repository and nothing else, for Git. */
import type { Probot } from 'probot';
import { GitHubError } from './github-error.ts';
import type { Repository } from './repository.ts';

/**
 * Asked for through the App's own client: Probot's `auth({ type: 'installation', … })` ignores the base URL
 * and would send the App's signature to github.com. Rejects with GitHubError.
 */
export async function cloneToken(probot: Probot, repository: Repository): Promise<string> {
  try {
    const app = await probot.auth();
    const { data } = await app.rest.apps.createInstallationAccessToken({
      installation_id: repository.installation,
      repositories: [repository.name],
      permissions: { contents: 'read' },
    });
    return data.token;
  } catch (error) {
    throw new GitHubError(`asking for a token for ${repository.owner}/${repository.name}`, error);
  }
}
