import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'node:test';

import { at, isJsonObject, type JsonObject } from '../../src/object/json.ts';
import { refreshAll } from './argo-cd/refresh.ts';
import type { Settling } from './argo-cd/settling.ts';
import { untilSo } from './wait.ts';
import { textAt } from './read-object.ts';

const key = 'argocd.argoproj.io/refresh';

/** What a controller does once it is asked for the nth time. */
type Answer = (asked: JsonObject, nth: number) => JsonObject;

interface Played {
  readonly story: Settling;
  /** The values by which it was asked. */
  readonly values: readonly string[];
}

/** It answers after that many milliseconds, and until then the annotation stands; `silent` ones without progress end it. */
function played(answer: Answer, after = 0, silent = 60_000): Played {
  const values: string[] = [];
  let version = 1;
  let now: JsonObject = applicationOf(version, {}, '');
  const story: Settling = {
    admin: {
      send: async ({ body }) => {
        const value = textAt(isJsonObject(body) ? body : {}, 'metadata', 'annotations', key);
        values.push(value);
        const reconciledAt = textAt(now, 'status', 'reconciledAt');
        const asked = { ...now, ...applicationOf((version += 1), { [key]: value }, reconciledAt) };
        version += 1;
        const answered = answer(asked, values.length);
        now = after === 0 ? answered : asked;
        setTimeout(() => {
          now = answered;
        }, after);
        return Promise.resolve({ status: 200, body: asked });
      },
      watch: () => {
        throw new Error('nobody watches');
      },
      close: async () => Promise.resolve(),
    },
    applications: {
      all: () => new Map([['web', now]]),
      readAnew: async () => Promise.resolve(),
      until: async (wait) => {
        const next = async (): Promise<void> => sleep(5);
        await untilSo(wait, { next, end: () => undefined }, { silent, most: 120_000, again: 40 });
      },
      close: async () => Promise.resolve(),
    },
    isOwn: () => true,
    targetOf: () => 'production',
    setNamespaces: [],
  };
  return { story, values };
}

function applicationOf(version: number, annotations: JsonObject, reconciledAt: string): JsonObject {
  const metadata = { name: 'web', namespace: 'argocd', resourceVersion: String(version), annotations };
  return { kind: 'Application', metadata, status: { reconciledAt } };
}

/** The annotation goes; the time is that at which the look began. */
function lookedAt(asked: JsonObject, time: Date): JsonObject {
  return applicationOf(Number(at(asked, 'metadata', 'resourceVersion')) + 1, {}, time.toISOString());
}

it('asks once where Argo CD looks at once', async () => {
  const { story, values } = played((asked) => lookedAt(asked, new Date()));
  await refreshAll(story);
  assert.equal(values.length, 1);
});

it('asks in other words for a refresh that Argo CD has lost', async () => {
  const { story, values } = played((asked, nth) => (nth < 3 ? asked : lookedAt(asked, new Date())));
  await refreshAll(story);
  assert.equal(values.length, 3);
  assert.equal(new Set(values).size, 3);
  assert.ok(!values.includes('hard'));
});

it('asks again where the look that took the question away had begun before it', async () => {
  const { story, values } = played((asked, nth) =>
    lookedAt(asked, new Date(nth === 1 ? Date.now() - 5000 : Date.now())),
  );
  await refreshAll(story);
  assert.equal(values.length, 2);
});

it('believes the second look where Argo CD tells of no time', async () => {
  const { story, values } = played((asked) => lookedAt(asked, new Date(0)));
  await refreshAll(story);
  assert.equal(values.length, 2);
});

it('gives up an operation that comes to nothing, however often Argo CD looks', async () => {
  const { story, values } = played(
    (asked) => ({
      ...lookedAt(asked, new Date()),
      operation: { sync: {} },
    }),
    15,
    1000,
  );
  await assert.rejects(refreshAll(story), /without progress .* web is/u);
  assert.ok(values.length > 2);
});
