import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { JsonObject } from '../../src/object/json.ts';
import type { AdminClient } from '../bed/admin-client.ts';
import { watchApplications } from './argo-cd/applications.ts';

function named(name: string, resourceVersion: string): JsonObject {
  return { metadata: { name, resourceVersion } };
}

function listOf(version: string, ...items: readonly JsonObject[]): JsonObject {
  return { metadata: { resourceVersion: version }, items };
}

/** Lists are answered in their order; events come right after the watch has begun. */
function told(lists: readonly JsonObject[], events: readonly JsonObject[]): AdminClient {
  const waiting = [...lists];
  return {
    send: async () => Promise.resolve({ status: 200, body: waiting.shift() ?? listOf('0') }),
    watch: async function* (_path, signal) {
      yield* events;
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('the watch is over'));
        });
      });
    },
    close: async () => Promise.resolve(),
  };
}

async function namesAfter(lists: readonly JsonObject[], events: readonly JsonObject[]): Promise<string[]> {
  const applications = await watchApplications(told(lists, [...events, added('last', '99')]));
  await applications.until({
    what: () => 'for the last event',
    isSo: () => applications.all().has('last'),
    progress: () => '',
  });
  await applications.readAnew();
  await applications.close();
  return [...applications.all().keys()];
}

function added(name: string, version: string): JsonObject {
  return { type: 'ADDED', object: named(name, version) };
}

it('does not take an Application for there that went after a list was made', async () => {
  const before = listOf('5', named('old', '4'));
  const events = [{ type: 'DELETED', object: named('old', '6') }];
  assert.deepEqual(await namesAfter([before, before], events), ['last']);
});

it('does not take an Application for gone that came after a list was made', async () => {
  assert.deepEqual(await namesAfter([listOf('5'), listOf('5')], [added('new', '7')]), ['new', 'last']);
});

it('takes an Application for gone that a later list does not have', async () => {
  const lists = [listOf('5', named('old', '4')), listOf('100', named('last', '99'))];
  assert.deepEqual(await namesAfter(lists, []), ['last']);
});

it('hears what happened while the server had ended its watch', async () => {
  let watches = 0;
  const admin: AdminClient = {
    ...told([listOf('5'), listOf('9', named('missed', '8'))], []),
    watch: async function* (_path, signal) {
      watches += 1;
      if (watches === 1) {
        yield { type: 'ERROR', object: { code: 410 } };
        return;
      }
      yield* told([], [added('last', '99')]).watch('', signal);
    },
  };
  const applications = await watchApplications(admin);
  await applications.until({
    what: () => 'for the last event',
    isSo: () => applications.all().has('last'),
    progress: () => '',
  });
  await applications.close();
  assert.deepEqual([...applications.all().keys()], ['missed', 'last']);
  assert.equal(watches, 2);
});
