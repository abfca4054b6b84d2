/**
 * Applications of a story -> Argo CD has looked at each of them since the call, and runs no operation.
 *
 * A question can be lost. The application controller writes the reply to each of its own patches back into its cache,
 * and does not compare versions (`writeBackToInformer` in controller/appcontroller.go): an older Application can so
 * overwrite the one that the watch has told of since, with the annotation, or the operation, that it was asked by. Nothing
 * makes it look again until the Application changes once more. So it is asked again, each time in other words.
 */
import { randomUUID } from 'node:crypto';

import { at, type JsonObject } from '../../../src/object/json.ts';
import { textAt } from '../read-object.ts';
import { nameOf, versionOf } from './applications.ts';
import { patch } from './patch.ts';
import { isIdle, own, progressOf, statesOf, type Settling } from './settling.ts';

const annotation = 'argocd.argoproj.io/refresh';

export async function refreshAll(story: Settling): Promise<void> {
  const since = Math.floor(Date.now() / 1000) * 1000;
  const asked = own(story).filter((application) => !isPassedOver(application));
  await look(story, asked);
  const names = new Set(asked.map(nameOf));
  // A look that began before it was asked for takes the annotation away too. Where Argo CD refuses to compare, and where
  // the status is too large, it never tells of a newer look: after the second one it is believed.
  const early = own(story).filter((each) => names.has(nameOf(each)) && lookedAt(each) < since);
  if (early.length > 0) await look(story, early);
}

async function look(story: Settling, applications: readonly JsonObject[]): Promise<void> {
  const asked = new Map<string, bigint>();
  const ask = async (application: JsonObject): Promise<void> => {
    const version = await askToRefresh(story, application);
    if (version !== undefined) asked.set(nameOf(application), version);
  };
  await Promise.all(applications.map(ask));
  // What is told may be older than what was asked.
  const isWaiting = (name: string): boolean => {
    const [now, version] = [story.applications.all().get(name), asked.get(name)];
    if (now === undefined || version === undefined) return false;
    return versionOf(now) <= version || at(now, 'metadata', 'annotations', annotation) !== undefined;
  };
  const waiting = (): readonly string[] => [...asked.keys()].filter(isWaiting);
  // Those that have been looked at once: that they are again, because they are asked again, is no progress.
  const seen = new Set<string>();
  await story.applications.until({
    what: () => `for Argo CD to rest, and to look at ${waiting().join(', ') || 'none'}: ${statesOf(story)}`,
    isSo: () => waiting().length === 0 && own(story).every(isIdle),
    progress: () => {
      for (const name of asked.keys()) if (!isWaiting(name)) seen.add(name);
      return `${progressOf(story)} ${String(seen.size)}`;
    },
    again: async () => {
      const restless = own(story).filter((each) => isWaiting(nameOf(each)) || !isIdle(each));
      await Promise.all(restless.filter((each) => !isPassedOver(each)).map(ask));
    },
  });
}

/** The version that it is asked by; undefined where it is gone. Any value but `hard` asks for a normal refresh. */
export async function askToRefresh(
  { admin }: Settling,
  application: JsonObject,
): Promise<bigint | undefined> {
  const asked = { metadata: { annotations: { [annotation]: `normal-${randomUUID()}` } } };
  const reply = await patch(admin, application, asked);
  return reply === undefined ? undefined : versionOf(reply);
}

/** Argo CD does not even take its refresh annotation away. */
function isPassedOver(application: JsonObject): boolean {
  return textAt(application, 'metadata', 'annotations', 'argocd.argoproj.io/skip-reconcile') === 'true';
}

/** When the newest comparison began, to the second. */
function lookedAt(application: JsonObject): number {
  const time = Date.parse(textAt(application, 'status', 'reconciledAt'));
  return Number.isNaN(time) ? 0 : time;
}
