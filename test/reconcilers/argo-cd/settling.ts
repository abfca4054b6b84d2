/** A story's own Applications among all of a cluster -> what Argo CD says of each, and whether it is at rest. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';
import { nameOf, type Applications } from './applications.ts';

export interface Settling {
  readonly admin: AdminClient;
  readonly applications: Applications;
  /** Whether an Application, or an ApplicationSet, is the story's. */
  readonly isOwn: (object: JsonObject) => boolean;
  /** The cluster that an Application deploys to, by the operator's name. */
  readonly targetOf: (application: JsonObject) => string;
  /** Where the controller of ApplicationSets looks for them. */
  readonly setNamespaces: readonly string[];
}

export function own({ applications, isOwn }: Settling): readonly JsonObject[] {
  return [...applications.all().values()].filter(isOwn);
}

export function isAutomated(application: JsonObject): boolean {
  const automated = at(application, 'spec', 'syncPolicy', 'automated');
  return isJsonObject(automated) && at(automated, 'enabled') !== false;
}

/** The moment at which the newest operation started: it names the operation, where no other can have started in that second. */
export function startOf(application: JsonObject): string {
  return textAt(application, 'status', 'operationState', 'startedAt');
}

/** All that operations of the story have come to: the same again only where none ran. */
export function operationsOf(story: Settling): string {
  return own(story)
    .map(
      (application) =>
        `${nameOf(application)} ${JSON.stringify(at(application, 'status', 'operationState'))}`,
    )
    .toSorted()
    .join('\n');
}

/** Also where an operation waits for a person. */
export function isIdle(application: JsonObject): boolean {
  const phase = at(application, 'status', 'operationState', 'phase');
  const message = textAt(application, 'status', 'operationState', 'message');
  if (/^waiting for pruning confirmation of /iu.test(message)) return true;
  return application['operation'] === undefined && phase !== 'Running' && phase !== 'Terminating';
}

/** Changes with all that Argo CD comes to, and not because it is asked again. */
export function progressOf(story: Settling): string {
  const progress = own(story).map((application) => [
    nameOf(application),
    at(application, 'metadata', 'deletionTimestamp') ?? null,
    application['operation'] ?? null,
    at(application, 'status', 'operationState') ?? null,
    at(application, 'status', 'sync', 'status') ?? null,
    at(application, 'status', 'sync', 'revision') ?? null,
    at(application, 'status', 'health', 'status') ?? null,
  ]);
  return JSON.stringify(progress);
}

export function statesOf(story: Settling): string {
  return own(story).map(stateOf).join('; ') || 'there is no Application';
}

/** Without times: it may be printed into a page that is kept. */
export function stateOf(application: JsonObject): string {
  const state = textAt(application, 'status', 'sync', 'status');
  const phase = textAt(application, 'status', 'operationState', 'phase');
  const message = textAt(application, 'status', 'operationState', 'message');
  const conditions = at(application, 'status', 'conditions');
  const said = (isJsonArray(conditions) ? conditions : []).map((each) => textAt(each, 'message'));
  return [`${nameOf(application)} is ${state}, ${phase} (${message})`, ...said].join(', ');
}
