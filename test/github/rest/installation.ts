/** What an installation token may ask outside a single repository. */
import { notFound, ok, refused, type Answer } from '../answer.ts';
import { allows, mayUse } from '../access.ts';
import type { Handler, TokenCall } from '../call.ts';
import type { Json } from '../json.ts';
import { showRepository } from '../show/repository.ts';

const LIMIT = 5000;

function repositories(call: TokenCall): Answer {
  const seen = [...call.state.repositories.values()].filter((repository) => mayUse(call.token, repository));
  return {
    status: 200,
    list: seen.map((repository) => showRepository(call.state, repository)),
    envelope: (page, total) => ({
      total_count: total,
      repository_selection: call.token.repositories === 'all' ? 'all' : 'selected',
      repositories: page,
    }),
  };
}

function membership(call: TokenCall): Answer {
  if (!allows(call.token.permissions, { members: 'read' }))
    return refused(403, 'Resource not accessible by integration');
  const { org = '', team_slug: team = '', username = '' } = call.path;
  const state = call.state.teams.get(`${org}/${team}`.toLowerCase())?.get(username.toLowerCase());
  if (!state) return notFound();
  return ok({
    url: `${call.state.origin}/api/v3/orgs/${org}/teams/${team}/memberships/${username}`,
    role: 'member',
    state,
  });
}

function rateLimit(call: TokenCall): Answer {
  const reset = Math.floor(call.state.now().getTime() / 1000) + 3600;
  const rate: Json = { limit: LIMIT, remaining: LIMIT, used: 0, reset };
  return ok({ resources: { core: rate, search: rate, graphql: rate }, rate });
}

export const INSTALLATION_OPERATIONS: Readonly<Record<string, Handler<TokenCall>>> = {
  'apps/list-repos-accessible-to-installation': repositories,
  'teams/get-membership-for-user-in-org': membership,
  'rate-limit/get': rateLimit,
};
