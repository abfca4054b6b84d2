/** Applications of a story -> Argo CD has looked at them and has nothing more to do. */
import { randomUUID } from 'node:crypto';

import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';
import { nameOf, versionOf, type Applications } from './applications.ts';

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

const refreshAnnotation = 'argocd.argoproj.io/refresh';
const setRefreshAnnotation = 'argocd.argoproj.io/application-set-refresh';
const mostRounds = 8;
const roundSeconds = 120;

/**
 * Asks for a refresh until one passes in which no Application came, went or started an operation: Argo CD decides on a
 * sync inside a refresh, before it takes the annotation away. Throws with the states when it does not come to rest.
 */
export async function settle(story: Settling): Promise<void> {
  let quiet = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    const before = operationsOf(story);
    // A set with RollingSync starts operations itself, once it has heard what its Applications were found to be.
    const quietRounds = (await refreshSets(story)) > 0 ? 2 : 1;
    const looked = own(story).filter((application) => !isPassedOver(application));
    const asked = await Promise.all(looked.map(async (application) => refresh(story, application)));
    await story.applications.until(
      () => `for ${own(story).map(nameOf).join(', ')} to be refreshed: ${statesOf(story)}`,
      () => asked.every((each) => isRefreshed(story, each)) && own(story).every(isIdle),
      roundSeconds,
    );
    quiet = operationsOf(story) === before ? quiet + 1 : 0;
    if (quiet >= quietRounds) return;
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
  await story.applications.until(
    () => `for the sync of ${nameOf(application)}: ${statesOf(story)}`,
    () => {
      const now = story.applications.all().get(nameOf(application));
      return now === undefined || (pressOf(now) === press && isIdle(now));
    },
    roundSeconds,
  );
}

function pressOf(application: JsonObject): Json | undefined {
  return at(application, 'status', 'operationState', 'operation', 'info', 0, 'value');
}

/** Argo CD does not even take its refresh annotation away. */
function isPassedOver(application: JsonObject): boolean {
  return textAt(application, 'metadata', 'annotations', 'argocd.argoproj.io/skip-reconcile') === 'true';
}

export function own({ applications, isOwn }: Settling): readonly JsonObject[] {
  return [...applications.all().values()].filter(isOwn);
}

export function isAutomated(application: JsonObject): boolean {
  const automated = at(application, 'spec', 'syncPolicy', 'automated');
  return isJsonObject(automated) && at(automated, 'enabled') !== false;
}

/** The moment at which the newest operation started: it names the operation. */
export function startOf(application: JsonObject): string {
  return textAt(application, 'status', 'operationState', 'startedAt');
}

function operationsOf(story: Settling): string {
  return own(story)
    .map((application) => `${nameOf(application)} ${startOf(application)}`)
    .toSorted()
    .join('\n');
}

interface Asked {
  readonly name: string;
  readonly version: bigint;
}

async function refresh({ admin }: Settling, application: JsonObject): Promise<Asked | undefined> {
  const reply = await patch(admin, application, {
    metadata: { annotations: { [refreshAnnotation]: 'normal' } },
  });
  return reply === undefined ? undefined : { name: nameOf(application), version: versionOf(reply) };
}

/** What is told may be older than what was asked. */
function isRefreshed({ applications }: Settling, asked: Asked | undefined): boolean {
  const now = asked === undefined ? undefined : applications.all().get(asked.name);
  if (asked === undefined || now === undefined) return true;
  return (
    versionOf(now) > asked.version && at(now, 'metadata', 'annotations', refreshAnnotation) === undefined
  );
}

/** Also where an operation waits for a person. */
function isIdle(application: JsonObject): boolean {
  const phase = at(application, 'status', 'operationState', 'phase');
  const message = textAt(application, 'status', 'operationState', 'message');
  if (/^waiting for pruning confirmation of /iu.test(message)) return true;
  return application['operation'] === undefined && phase !== 'Running' && phase !== 'Terminating';
}

/** Answers with how many there are. */
async function refreshSets({ admin, applications, isOwn, setNamespaces }: Settling): Promise<number> {
  const path = '/apis/argoproj.io/v1alpha1/applicationsets';
  const listed = async (): Promise<readonly JsonObject[]> => {
    const items = at((await admin.send({ method: 'GET', path })).body, 'items');
    return (isJsonArray(items) ? items.filter(isJsonObject).filter(isOwn) : []).filter((set) =>
      setNamespaces.includes(textAt(set, 'metadata', 'namespace')),
    );
  };
  const sets = await listed();
  const asked = { metadata: { annotations: { [setRefreshAnnotation]: 'true' } } };
  for (const set of sets) await patch(admin, set, asked);
  const deadline = Date.now() + roundSeconds * 1000;
  while (sets.length > 0) {
    const waiting = (await listed()).filter(
      (set) => at(set, 'metadata', 'annotations', setRefreshAnnotation) !== undefined && !isInError(set),
    );
    if (waiting.length === 0) {
      await applications.readAnew();
      break;
    }
    if (Date.now() > deadline) throw new Error(`${waiting.map(nameOf).join(', ')} is not refreshed`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return sets.length;
}

/** Then the controller leaves the annotation as it is. */
function isInError(set: JsonObject): boolean {
  const conditions = at(set, 'status', 'conditions');
  if (!isJsonArray(conditions)) return false;
  return conditions.some((one) => at(one, 'type') === 'ErrorOccurred' && at(one, 'status') === 'True');
}

/** Undefined where it is gone. */
async function patch(
  admin: AdminClient,
  object: JsonObject,
  body: JsonObject,
): Promise<JsonObject | undefined> {
  const namespace = textAt(object, 'metadata', 'namespace');
  const resource = at(object, 'kind') === 'ApplicationSet' ? 'applicationsets' : 'applications';
  const reply = await admin.send({
    method: 'PATCH',
    path: `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/${resource}/${nameOf(object)}`,
    contentType: 'application/merge-patch+json',
    body,
  });
  if (reply.status === 404) return undefined;
  if (reply.status !== 200) throw new Error(`${nameOf(object)}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

function statesOf(story: Settling): string {
  return own(story).map(stateOf).join('; ');
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
