/** Applications of a story that are being deleted -> gone, with the objects that go with them, save those that a person holds back. */
import { at, isJsonArray, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { pathNow } from '../../bed/resources.ts';
import { bare, textAt } from '../read-object.ts';
import { nameOf } from './applications.ts';
import { askToRefresh } from './refresh.ts';
import { own, progressOf, statesOf, type Settling } from './settling.ts';

export async function untilGone(story: Settling): Promise<void> {
  const held = new Set<string>();
  for (const each of own(story).filter(isGoing))
    if (await isHeldBack(story.admin, each)) held.add(nameOf(each));
  const going = (): readonly JsonObject[] =>
    own(story).filter((each) => isGoing(each) && !held.has(nameOf(each)));
  await story.applications.until({
    what: () => `for ${going().map(nameOf).join(', ')} to be deleted: ${statesOf(story)}`,
    isSo: () => going().length === 0,
    progress: () => progressOf(story),
    again: async () => {
      await Promise.all(going().map(async (each) => askToRefresh(story, each)));
    },
  });
}

function isGoing(application: JsonObject): boolean {
  return at(application, 'metadata', 'deletionTimestamp') !== undefined;
}

/** One object that is deleted only when a person confirms it holds the whole Application. */
async function isHeldBack(admin: AdminClient, application: JsonObject): Promise<boolean> {
  const pathOf = pathNow(admin);
  const resources = at(application, 'status', 'resources');
  for (const resource of isJsonArray(resources) ? resources : []) {
    const part = (key: string): string => textAt(resource, key);
    const path = await pathOf(
      bare({
        group: part('group'),
        version: part('version'),
        kind: part('kind'),
        namespace: part('namespace'),
        name: part('name'),
      }),
    );
    if (path === undefined) continue;
    const { body } = await admin.send({ method: 'GET', path });
    const options = textAt(body, 'metadata', 'annotations', 'argocd.argoproj.io/sync-options');
    if (/\bDelete=confirm\b/u.test(options)) return true;
  }
  return false;
}
