/** Applications of a story -> Argo CD has looked at them and has nothing more to do. */
import { randomUUID } from 'node:crypto';

import { at, type Json, type JsonObject } from '../../../src/object/json.ts';
import { nameOf } from './applications.ts';
import { patch } from './patch.ts';
import { askToRefresh, refreshAll } from './refresh.ts';
import { refreshSets, untilRolledOut } from './refresh-sets.ts';
import { isIdle, operationsOf, progressOf, statesOf, type Settling } from './settling.ts';
import { untilGone } from './until-gone.ts';

/** Each has seen an operation, or an Application come or go: a story has a few. */
const mostRounds = 20;

/**
 * Asks for a refresh until one passes in which no Application came, went or had an operation: Argo CD decides on a sync
 * inside a refresh, before it takes the annotation away. Throws with the states when it does not come to rest.
 */
export async function settle(story: Settling): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const before = operationsOf(story);
    await refreshSets(story);
    await refreshAll(story);
    await untilGone(story);
    await untilRolledOut(story, before);
    if (operationsOf(story) === before) return;
  }
  throw new Error(`Argo CD does not come to rest: ${statesOf(story)}`);
}

/**
 * As a person who presses "Sync": with the options that the Application has, and without prune. It is known again by
 * its info: two operations can start in one second, and times are told in seconds.
 */
export async function syncByHand(story: Settling, application: JsonObject): Promise<void> {
  const options = at(application, 'spec', 'syncPolicy', 'syncOptions');
  const press = randomUUID();
  const operation = {
    initiatedBy: { username: 'octo-person' },
    info: [{ name: 'press', value: press }],
    sync: {
      syncStrategy: { hook: {} },
      ...(options === undefined ? {} : { syncOptions: options }),
    },
  };
  await patch(story.admin, application, { operation });
  const now = (): JsonObject | undefined => story.applications.all().get(nameOf(application));
  const isDone = (each: JsonObject): boolean => pressOf(each) === press && isIdle(each);
  await story.applications.until({
    what: () => `for the sync of ${nameOf(application)}: ${statesOf(story)}`,
    isSo: () => {
      const there = now();
      return there === undefined || isDone(there);
    },
    progress: () => progressOf(story),
    again: async () => {
      await askToRefresh(story, application);
    },
  });
}

function pressOf(application: JsonObject): Json | undefined {
  return at(application, 'status', 'operationState', 'operation', 'info', 0, 'value');
}
