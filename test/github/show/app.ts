/** The App and its installations -> GitHub's integration and installation. */
import type { Json } from '../json.ts';
import type { Installation, State } from '../state.ts';
import { showAccount } from './account.ts';
import { nodeId } from './urls.ts';

export function showApp(state: State): Record<string, Json> {
  const { app } = state;
  const installations = [...state.installations.values()];
  return {
    id: app.id,
    slug: app.slug,
    client_id: app.clientId,
    node_id: nodeId('A', app.id),
    owner: showAccount(state, app.owner),
    name: app.name,
    description: '',
    external_url: `${state.origin}/apps/${app.slug}/about`,
    html_url: `${state.origin}/apps/${app.slug}`,
    created_at: app.createdAt.toISOString(),
    updated_at: app.createdAt.toISOString(),
    permissions: Object.fromEntries(
      installations.flatMap((installation) => Object.entries(installation.permissions)),
    ),
    events: [...new Set(installations.flatMap((installation) => installation.events))],
  };
}

export function showInstallation(state: State, installation: Installation): Record<string, Json> {
  const { account, id } = installation;
  const url = `${state.origin}/api/v3/app/installations/${id}`;
  const isOrganization = account.type === 'Organization';
  return {
    id,
    account: showAccount(state, account),
    repository_selection: installation.repositories === 'all' ? 'all' : 'selected',
    access_tokens_url: `${url}/access_tokens`,
    repositories_url: `${state.origin}/api/v3/installation/repositories`,
    html_url: `${state.origin}/${isOrganization ? `organizations/${account.login}/` : ''}settings/installations/${id}`,
    app_id: state.app.id,
    app_slug: state.app.slug,
    client_id: state.app.clientId,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: installation.events,
    created_at: installation.createdAt.toISOString(),
    updated_at: installation.createdAt.toISOString(),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: installation.suspendedAt?.toISOString() ?? null,
  };
}
