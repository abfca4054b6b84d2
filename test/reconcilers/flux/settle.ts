/** The Flux objects of a story -> Flux has looked at all of them and has nothing more to do. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { at, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';
import {
  isAtRest,
  isLeaving,
  isSuspended,
  listed,
  pathOf,
  readyOf,
  steps,
  waitsForAnother,
  type FluxResource,
} from './flux-kinds.ts';

export interface Settling {
  readonly admin: AdminClient;
  readonly namespace: string;
}

const mostRounds = 12;
/** Without any progress: machines differ, and a slow one is not given up. */
const silentSeconds = 120;
const pollMs = 150;
/** Of what waits for another one: the controllers look again after a second (`--requeue-dependency`). */
const patientRounds = 3;
const patientMs = 1500;

/**
 * Asks all for a reconciliation, sources first, until a round passes in which nothing changed; where one waits for
 * another, several such rounds. Throws with the states when it does not come to rest.
 */
export async function settle(story: Settling): Promise<void> {
  let before = await stateOfAll(story);
  let quiet = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    for (const step of steps) {
      // One that is busy is not ready for those that depend on it.
      await reconcile(story, step, (object) => !dependsOn(object));
      await reconcile(story, step, dependsOn);
    }
    const after = await stateOfAll(story);
    const waits = await someWait(story);
    quiet = after === before ? quiet + 1 : 0;
    if (quiet >= (waits ? patientRounds : 1)) return;
    before = after;
    if (waits) await sleep(patientMs);
  }
  throw new Error(`Flux does not come to rest: ${await saidOfAll(story)}`);
}

async function someWait({ admin, namespace }: Settling): Promise<boolean> {
  for (const kind of steps.flat())
    if ((await listed(admin, kind, namespace)).some(waitsForAnother)) return true;
  return false;
}

function dependsOn(object: JsonObject): boolean {
  return at(object, 'spec', 'dependsOn') !== undefined;
}

async function reconcile(
  story: Settling,
  step: readonly FluxResource[],
  isNow: (object: JsonObject) => boolean,
): Promise<void> {
  const token = randomUUID();
  const asked = new Set<string>();
  for (const kind of step) {
    for (const object of await listed(story.admin, kind, story.namespace)) {
      if (isPassedOver(object) || !isNow(object)) continue;
      const path = pathOf(kind, story.namespace, nameOf(object));
      if (await ask(story.admin, path, token)) asked.add(path);
    }
  }
  let [moved, last] = [Date.now(), ''];
  for (;;) {
    const waiting = await waitingFor(story, step, { token, asked });
    if (waiting.length === 0) return;
    const said = waiting.map(saidOf).join('; ');
    if (said !== last) [moved, last] = [Date.now(), said];
    if (Date.now() - moved > silentSeconds * 1000) {
      throw new Error(`after ${String(silentSeconds)} s without progress it is still waited for ${said}`);
    }
    await sleep(pollMs);
  }
}

/** A suspended one does not look; what is being deleted is waited for all the same. */
function isPassedOver(object: JsonObject): boolean {
  return isSuspended(object) || isLeaving(object) || isWithoutStatus(object);
}

/** Of a Helm repository of OCI type nothing is fetched before a chart of it is asked for. */
function isWithoutStatus(object: JsonObject): boolean {
  return at(object, 'spec', 'type') === 'oci' && textAt(object, 'kind') === 'HelmRepository';
}

interface Asked {
  readonly token: string;
  readonly asked: ReadonlySet<string>;
}

async function waitingFor(
  { admin, namespace }: Settling,
  step: readonly FluxResource[],
  { token, asked }: Asked,
): Promise<readonly JsonObject[]> {
  const waiting: JsonObject[] = [];
  for (const kind of step) {
    for (const object of await listed(admin, kind, namespace)) {
      const wasAsked = asked.has(pathOf(kind, namespace, nameOf(object)));
      const handled = textAt(object, 'status', 'lastHandledReconcileAt') === token && isAtRest(object);
      if (isLeaving(object) || (wasAsked && !isSuspended(object) && !handled)) waiting.push(object);
    }
  }
  return waiting;
}

/** False where it is gone. */
async function ask(admin: AdminClient, path: string, token: string): Promise<boolean> {
  const reply = await admin.send({
    method: 'PATCH',
    path: `${path}?fieldManager=flux`,
    contentType: 'application/merge-patch+json',
    body: { metadata: { annotations: { 'reconcile.fluxcd.io/requestedAt': token } } },
  });
  if (reply.status === 404) return false;
  if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
  return true;
}

/** All that a reconciliation may change, without times. */
async function stateOfAll({ admin, namespace }: Settling): Promise<string> {
  const states: unknown[] = [];
  for (const kind of steps.flat()) {
    for (const object of await listed(admin, kind, namespace)) {
      states.push([
        kind.resource,
        nameOf(object),
        textAt(object, 'metadata', 'uid'),
        at(object, 'spec') ?? null,
        at(object, 'status', 'artifact', 'revision') ?? null,
        at(object, 'status', 'artifact', 'digest') ?? null,
        at(object, 'status', 'lastAppliedRevision') ?? null,
        at(object, 'status', 'inventory') ?? null,
        at(object, 'status', 'history', 0, 'version') ?? null,
        at(object, 'status', 'history', 0, 'status') ?? null,
        readyOf(object).reason,
      ]);
    }
  }
  return JSON.stringify(states);
}

async function saidOfAll({ admin, namespace }: Settling): Promise<string> {
  const said: string[] = [];
  for (const kind of steps.flat()) said.push(...(await listed(admin, kind, namespace)).map(saidOf));
  return said.join('; ');
}

/** Without times: it may be printed into a page that is kept. */
export function saidOf(object: JsonObject): string {
  const { status, reason, message } = readyOf(object);
  const leaving = isLeaving(object) ? ', and is being deleted' : '';
  return `${nameOf(object)} is Ready ${status || 'not yet'}, ${reason} (${message})${leaving}`;
}

export function nameOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'name');
}
