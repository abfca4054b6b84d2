/** Shorthand of the suites here: objects, attempts, and the questions that a review would ask about them. */
import assert from 'node:assert/strict';

import type { Answer } from '../../src/live/answer.ts';
import { predict, type Predicted } from '../../src/live/predict.ts';
import { readLive } from '../../src/live/read-live.ts';
import type { Session } from '../../src/live/session.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Attempt } from '../../src/reconciler/attempt.ts';

export type Apply = Extract<Attempt, { kind: 'apply' }>;

export function apply(object: KubeObject, change: Partial<Apply> = {}): Attempt {
  return {
    kind: 'apply',
    object,
    manager: 'kubectl',
    force: false,
    validation: 'Strict',
    stage: 0,
    ...change,
  };
}

export function create(object: KubeObject): Attempt {
  return { kind: 'create', object, manager: 'kubectl', validation: 'Strict', stage: 0 };
}

export interface Attempts {
  readonly head: readonly Attempt[];
  readonly base?: readonly Attempt[];
}

export async function askAll(session: Session, { head, base = [] }: Attempts): Promise<Predicted> {
  const declared = head.map((attempt) => attempt.object);
  const live = await readLive(session, { declared, named: [] });
  return await predict(session, { head, base, live, declared });
}

/** The answer for one attempt; `beside` is what else the pull request declares. */
export async function askOne(
  session: Session,
  attempt: Attempt,
  beside: readonly KubeObject[] = [],
): Promise<Answer> {
  const declared = [attempt.object, ...beside];
  const live = await readLive(session, { declared, named: [] });
  const [answer] = (await predict(session, { head: [attempt], base: [], live, declared })).head;
  assert.ok(answer !== undefined);
  return answer;
}

export function configMap(
  name: string,
  data: Readonly<Record<string, string>>,
  inside = 'default',
): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: inside }, data };
}

export function namespace(name: string, labels: Readonly<Record<string, string>> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

export interface Shape {
  readonly namespace?: string;
  readonly image?: string;
  readonly replicas?: number;
  readonly app?: string;
  /** Fields of the Pod's spec besides its container. */
  readonly pod?: JsonObject;
}

export function deployment(name: string, shape: Shape = {}): KubeObject {
  const labels = { app: shape.app ?? name };
  const containers = [{ name: 'web', image: shape.image ?? 'web:1' }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: shape.namespace ?? 'default' },
    spec: {
      replicas: shape.replicas ?? 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers, ...shape.pod } },
    },
  };
}
