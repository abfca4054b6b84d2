import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LiveReading } from '../../src/live/read-live.ts';
import type { Gap } from '../../src/object/gap.ts';
import { identityKey, type Identity } from '../../src/object/identity.ts';
import { createMask } from '../../src/object/mask.ts';
import { words } from '../../src/object/masked.ts';
import { unreadHeld, type Held } from '../../src/review/unread-held.ts';

const token: Identity = { group: '', kind: 'Secret', namespace: 'web', name: 'token' };
const widget: Identity = { group: 'example.org', kind: 'Widget', namespace: 'web', name: 'w' };
const forbidden: Gap = {
  kind: 'cluster-forbidden',
  unit: undefined,
  object: token,
  why: words`it may not be read`,
};

function held(objects: readonly Identity[], live: LiveReading, shape: Partial<Held> = {}): readonly Gap[] {
  return unreadHeld({
    unit: 'flux/apps',
    inventory: { kind: 'objects', objects },
    base: [],
    head: [],
    live,
    catalog: { preferred: () => undefined, isIncomplete: () => false },
    mask: createMask(),
    ...shape,
  });
}

test('What the inventory alone knows of, and may not be read, is a gap', () => {
  const live: LiveReading = new Map([[identityKey(token), { kind: 'gap', gap: forbidden }]]);
  assert.deepEqual(held([token], live), [{ ...forbidden, unit: 'flux/apps' }]);
});

test('What was read, is not there, or is declared, is none', () => {
  const absent: LiveReading = new Map([[identityKey(token), { kind: 'absent' }]]);
  assert.deepEqual(held([token], absent), []);
  assert.deepEqual(held([widget], new Map()), []);
  const unread: LiveReading = new Map([[identityKey(token), { kind: 'gap', gap: forbidden }]]);
  const object = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'token', namespace: 'web' } };
  assert.deepEqual(held([token], unread, { base: [{ object, origin: undefined }] }), []);
});

test('A kind of a group that the server could not list may be there', () => {
  const catalog = { preferred: () => undefined, isIncomplete: (group: string) => group === 'example.org' };
  const [gap, ...more] = held([widget, token], new Map(), { catalog });
  assert.equal(more.length, 0);
  assert.equal(gap?.kind, 'kind-unknown');
  assert.deepEqual(gap?.object, widget);
});
