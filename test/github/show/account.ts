/** An account -> GitHub's simple user. */
import type { Json } from '../json.ts';
import type { Account, State } from '../state.ts';
import { accountLinks, nodeId } from './urls.ts';

export function showAccount(state: State, account: Account): Record<string, Json> {
  const url = `${state.origin}/api/v3/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('U', account.id),
    avatar_url: `${state.origin}/avatars/u/${account.id}`,
    gravatar_id: '',
    url,
    html_url: `${state.origin}/${account.login}`,
    ...accountLinks(url),
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  };
}
