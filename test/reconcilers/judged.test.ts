import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Action } from '../../src/diff/change.ts';
import { identityOf } from '../../src/object/identity.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { judge, type Judged } from './judged.ts';
import { homeCluster } from './placed.ts';
import type { Predicted } from './predicted.ts';

const manager = (name: string, operation: string): JsonObject => ({
  manager: name,
  operation,
  time: '2026-01-01',
});

function configMap(data: JsonObject, metadata: JsonObject = {}): KubeObject {
  const managedFields = [manager('argocd-controller', 'Update')];
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'web', namespace: 'shop', uid: 'first', managedFields, ...metadata },
    data,
  };
}

const before = configMap({ level: 'info' });

function judged(
  action: Action | undefined,
  after: KubeObject | undefined,
  landed: KubeObject | undefined,
): Judged {
  return judgedAs(action === undefined ? undefined : { action, after, passes: false }, landed);
}

function judgedAs(
  said: Pick<Predicted, 'action' | 'after' | 'passes' | 'lost'> | undefined,
  landed?: KubeObject,
): Judged {
  const place = { cluster: homeCluster, identity: identityOf(before) };
  const predicted = said === undefined ? undefined : { ...said, ...place, unit: 'shop', why: 'no cluster' };
  return judge({ ...place, before, landed }, predicted, undefined);
}

it('is content with what landed as predicted, whatever the server gave to it', () => {
  const after = configMap({ level: 'debug' }, { resourceVersion: '7' });
  const landed = configMap({ level: 'debug' }, { resourceVersion: '9', generation: 3 });
  assert.deepEqual(judged('configured', after, landed).details, []);
  assert.equal(judged('configured', after, landed).verdict, '=');
});

it('names each field that landed otherwise', () => {
  const result = judged('configured', configMap({ level: 'debug' }), configMap({ level: 'warn', more: '1' }));
  assert.equal(result.verdict, '≠');
  assert.deepEqual(result.details, [
    '.data.level: predicted "debug"; landed "warn"',
    '.data.more: predicted nothing; landed "1"',
  ]);
});

it('sees another manager, an object that was made anew, and one that stayed', () => {
  const other = { managedFields: [manager('kubectl', 'Update')] };
  assert.match(judged('configured', before, configMap({ level: 'info' }, other)).details.join(), /managers/u);
  assert.deepEqual(judged('configured', before, configMap({ level: 'info' }, { uid: 'second' })).details, [
    'it was made anew',
  ]);
  assert.deepEqual(judged('recreated', before, before).details, ['it was not made anew']);
  assert.deepEqual(judged('deleted', undefined, before).details, ['it is still there']);
  assert.deepEqual(judged('created', before, before).details, ['it was there already']);
});

it('wants a hook to be gone that its policy deletes when it succeeded', () => {
  const hook = { action: 'recreated', after: before, passes: true } as const;
  assert.equal(judgedAs(hook).verdict, '=');
  assert.deepEqual(judgedAs(hook, before).details, ['it is still there']);
});

it('wants what is lost although its new form is refused to be gone, or to be made anew as it was', () => {
  const refused = { action: 'refused', after: undefined, passes: false } as const;
  assert.equal(judgedAs({ ...refused, lost: 'deleted' }).verdict, '=');
  assert.deepEqual(judgedAs({ ...refused, lost: 'deleted' }, before).details, ['it is still there']);
  const restored = { ...refused, lost: 'restored' } as const;
  assert.equal(judgedAs(restored, configMap({ level: 'info' }, { uid: 'second' })).verdict, '=');
  assert.deepEqual(judgedAs(restored, before).details, ['it was not made anew']);
  assert.deepEqual(judgedAs(restored).details, ['it is not there', 'it was not made anew']);
});

it('wants what the review leaves alone, or does not mention, to stay as it was', () => {
  for (const action of ['skipped', 'refused', 'unpruned', 'not-reached', undefined] as const) {
    assert.equal(judged(action, undefined, before).verdict, '=', action);
    assert.equal(judged(action, undefined, configMap({})).verdict, '≠', action);
    assert.equal(judged(action, undefined, undefined).verdict, '≠', action);
  }
});

it('counts a gap as neither', () => {
  assert.deepEqual(judged('gap', undefined, before).details, ['no cluster']);
  assert.equal(judged('gap', undefined, before).verdict, 'gap');
});
