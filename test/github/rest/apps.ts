/** What an App does as itself, with its JWT: its installations, their tokens, its deliveries. */
import { z } from 'zod';
import { created, notFound, ok, refused, type Answer } from '../answer.ts';
import type { AppCall, Handler } from '../call.ts';
import { newToken } from '../credentials.ts';
import { showDelivery, showDeliveryItem } from '../delivery.ts';
import { showApp, showInstallation } from '../show/app.ts';
import { showRepository } from '../show/repository.ts';
import {
  fullName,
  type Installation,
  type InstallationToken,
  type Permissions,
  type Repository,
} from '../state.ts';
import { allows, canSee } from '../access.ts';

const HOUR = 3_600_000;

const tokenRequest = z.object({
  repositories: z.array(z.string()).max(500).optional(),
  repository_ids: z.array(z.number()).max(500).optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write', 'admin'])).optional(),
});

function repositoriesOf(call: AppCall, installation: Installation): Repository[] {
  return [...call.state.repositories.values()].filter((repository) => canSee(installation, repository));
}

/** The repositories that the request narrows to; undefined if the installation lacks one of them. */
function narrowed(call: AppCall, installation: Installation): Installation['repositories'] | undefined {
  const { repositories, repository_ids: ids } = tokenRequest.parse(call.body);
  if (!repositories && !ids) return installation.repositories;
  const reachable = repositoriesOf(call, installation);
  const wanted = [
    ...(repositories ?? []).map((name) =>
      reachable.find((entry) => entry.name.toLowerCase() === name.toLowerCase()),
    ),
    ...(ids ?? []).map((id) => reachable.find((repository) => repository.id === id)),
  ];
  const found = wanted.filter((repository) => repository !== undefined);
  return found.length === wanted.length ? found.map(fullName) : undefined;
}

function tokenFor(call: AppCall, installation: Installation): Answer {
  if (installation.suspendedAt) return refused(403, 'This installation has been suspended');
  const wanted: Permissions = tokenRequest.parse(call.body).permissions ?? installation.permissions;
  if (!allows(installation.permissions, wanted))
    return refused(422, 'The permissions requested are not granted to this installation.');
  const repositories = narrowed(call, installation);
  if (!repositories)
    return refused(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  const { state } = call;
  const token: InstallationToken = {
    value: newToken(state.app.id),
    installation,
    // Metadata comes with every token.
    permissions: { metadata: 'read', ...wanted },
    repositories,
    expiresAt: new Date(Math.floor(state.now().getTime() / 1000) * 1000 + HOUR),
  };
  state.tokens.set(token.value, token);
  const narrow =
    repositories === 'all'
      ? []
      : repositoriesOf(call, installation).filter((entry) => repositories.includes(fullName(entry)));
  return created({
    token: token.value,
    expires_at: token.expiresAt.toISOString().replace('.000Z', 'Z'),
    permissions: token.permissions,
    repository_selection: repositories === 'all' ? 'all' : 'selected',
    ...(repositories === 'all'
      ? {}
      : { repositories: narrow.map((repository) => showRepository(state, repository)) }),
  });
}

function deliveries(call: AppCall): Answer {
  const { status, cursor, per_page: perPage = '30' } = call.query;
  const all = call.deliveries
    .list()
    .filter((delivery) => delivery.statusCode !== 0)
    .filter((delivery) => status === undefined || delivery.statusCode < 400 === (status === 'success'))
    .toReversed();
  const start =
    cursor === undefined
      ? 0
      : Math.max(
          0,
          all.findIndex((delivery) => `v1_${delivery.id}` === cursor),
        );
  const page = all.slice(start, start + Number(perPage));
  const next = all[start + Number(perPage)];
  const link = `<${call.state.origin}/api/v3/app/hook/deliveries?per_page=${perPage}&cursor=v1_${next?.id ?? ''}>; rel="next"`;
  return { ...ok(page.map(showDeliveryItem)), ...(next ? { headers: { link } } : {}) };
}

function getDelivery(call: AppCall): Answer {
  const found = call.deliveries.list().find((entry) => entry.id === Number(call.path['delivery_id']));
  return found ? ok(showDelivery(found)) : notFound();
}

function redeliver(call: AppCall): Answer {
  return call.deliveries.redeliver(Number(call.path['delivery_id'])) ? { status: 202, body: {} } : notFound();
}

function getInstallation(call: AppCall): Answer {
  return call.installation ? ok(showInstallation(call.state, call.installation)) : notFound();
}

export const APP_OPERATIONS: Readonly<Record<string, Handler<AppCall>>> = {
  'apps/get-authenticated': (call) =>
    ok({ ...showApp(call.state), installations_count: call.state.installations.size }),
  'apps/list-installations': (call) => ({
    status: 200,
    list: [...call.state.installations.values()].map((entry) => showInstallation(call.state, entry)),
  }),
  'apps/get-installation': getInstallation,
  'apps/get-repo-installation': getInstallation,
  'apps/create-installation-access-token': (call) =>
    call.installation ? tokenFor(call, call.installation) : notFound(),
  'apps/list-webhook-deliveries': deliveries,
  'apps/get-webhook-delivery': getDelivery,
  'apps/redeliver-webhook-delivery': redeliver,
};
