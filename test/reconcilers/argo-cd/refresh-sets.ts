/** ApplicationSets of a story -> their controller has looked at each since the call; those with RollingSync -> rolled out. */
import { randomUUID } from 'node:crypto';

import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../src/object/json.ts';
import { textAt } from '../read-object.ts';
import { nameOf } from './applications.ts';
import { patch } from './patch.ts';
import { operationsOf, own, progressOf, statesOf, type Settling } from './settling.ts';
import { patience } from '../wait.ts';

const annotation = 'argocd.argoproj.io/application-set-refresh';
/** No watch tells of sets. */
const reading = { ...patience, again: 150 };

export async function refreshSets(story: Settling): Promise<void> {
  let sets = await setsOf(story);
  // In error the controller leaves the annotation as it is, and looks again only where its value is another one.
  const asked = { metadata: { annotations: { [annotation]: randomUUID() } } };
  for (const set of sets) await patch(story.admin, set, asked);
  if (sets.length === 0) return;
  sets = await setsOf(story);
  const waiting = (): readonly JsonObject[] =>
    sets.filter((set) => at(set, 'metadata', 'annotations', annotation) !== undefined && !isInError(set));
  await story.applications.until(
    {
      what: () => `for the controller to look at ${waiting().map(conditionsOf).join('; ')}`,
      isSo: () => waiting().length === 0,
      progress: () => waiting().map(conditionsOf).join('; '),
      again: async () => {
        sets = await setsOf(story);
      },
    },
    reading,
  );
  await story.applications.readAnew();
}

/**
 * A set with RollingSync starts operations itself, once it has heard what its Applications were found to be: until it has
 * heard of all, or has started one since `before`.
 */
export async function untilRolledOut(story: Settling, before: string): Promise<void> {
  const rolling = async (): Promise<readonly JsonObject[]> =>
    (await setsOf(story)).filter((set) => at(set, 'spec', 'strategy', 'type') === 'RollingSync');
  let sets = await rolling();
  if (sets.length === 0) return;
  await story.applications.until(
    {
      what: () => `for ${sets.map(rolloutOf).join('; ')} to be rolled out: ${statesOf(story)}`,
      isSo: () => operationsOf(story) !== before || sets.every((set) => isRolledOut(story, set)),
      progress: () => `${progressOf(story)} ${sets.map(rolloutOf).join('; ')}`,
      again: async () => {
        sets = await rolling();
      },
    },
    reading,
  );
}

async function setsOf({ admin, isOwn, setNamespaces }: Settling): Promise<readonly JsonObject[]> {
  const reply = await admin.send({ method: 'GET', path: '/apis/argoproj.io/v1alpha1/applicationsets' });
  return itemsAt(reply.body, 'items')
    .filter(isJsonObject)
    .filter((set) => isOwn(set) && setNamespaces.includes(textAt(set, 'metadata', 'namespace')));
}

function isRolledOut(story: Settling, set: JsonObject): boolean {
  const statuses = itemsAt(set, 'status', 'applicationStatus');
  const made = own(story).filter((application) =>
    itemsAt(application, 'metadata', 'ownerReferences').some((owner) => at(owner, 'name') === nameOf(set)),
  );
  return made.every((application) => {
    const status = statuses.find((each) => at(each, 'application') === nameOf(application));
    return at(status, 'status') === 'Healthy' && textAt(application, 'status', 'sync', 'status') === 'Synced';
  });
}

function rolloutOf(set: JsonObject): string {
  const steps = itemsAt(set, 'status', 'applicationStatus').map(
    (each) => `${textAt(each, 'application')} ${textAt(each, 'status')}`,
  );
  return `${nameOf(set)} (${steps.join(', ')})`;
}

function conditionsOf(set: JsonObject): string {
  const said = itemsAt(set, 'status', 'conditions').map(
    (each) => `${textAt(each, 'type')} ${textAt(each, 'status')}: ${textAt(each, 'message')}`,
  );
  return `${nameOf(set)} (${said.join(', ')})`;
}

/** A write that came too late is an error only until the controller has tried again, which it does by itself. */
function isInError(set: JsonObject): boolean {
  return itemsAt(set, 'status', 'conditions').some(
    (each) =>
      at(each, 'type') === 'ErrorOccurred' &&
      at(each, 'status') === 'True' &&
      at(each, 'reason') !== 'RefreshApplicationError',
  );
}

function itemsAt(value: JsonObject, ...keys: readonly string[]): readonly Json[] {
  const items = at(value, ...keys);
  return isJsonArray(items) ? items : [];
}
