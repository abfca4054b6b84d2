import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assess, factRequests } from '../../src/risk/assess.ts';
import type { FingerprintKey } from '../../src/risk/fingerprint.ts';
import type { Rule } from '../../src/risk/rule.ts';
import { rules } from '../../src/risk/rules.ts';
import { configMap, compareOne, deployment, object, served } from '../diff/objects.ts';
import { compared, noFacts, subject } from './subjects.ts';

const key: FingerprintKey = { kind: 'secret', bytes: Buffer.from('operator') };
const gone = subject(compared([configMap({ a: '1' })], []));

test('a finding names its objects and the place in the source', () => {
  const [finding, ...others] = assess(gone, noFacts, { settings: {}, key });
  assert.deepEqual(others, []);
  assert.equal(finding?.rule, 'object-deleted');
  assert.deepEqual(finding.objects, [{ group: '', kind: 'ConfigMap', namespace: 'shop', name: 'web' }]);
  assert.deepEqual(finding.places, [{ file: 'shop.yaml', line: 1 }]);
  assert.match(finding.id, /^[0-9a-f]{16}$/);
  assert.match(finding.fingerprint, /^hmac-sha256:[0-9a-f]{64}$/);
});

test('the repository sets severities and switches rules off', () => {
  const withSetting = (setting: 'block' | 'info' | 'off') =>
    assess(gone, noFacts, { settings: { 'object-deleted': setting }, key }).map(({ severity }) => severity);
  assert.deepEqual(withSetting('block'), ['block']);
  assert.deepEqual(withSetting('info'), ['info']);
  assert.deepEqual(withSetting('off'), []);
});

test('a rule that breaks is a finding that needs an approval, and hides no other', () => {
  const broken: Rule = {
    name: 'broken',
    about: { title: 't', why: 'w', advice: 'a' },
    needs: () => [],
    judge: () => {
      throw new Error('oops with password=canary');
    },
  };
  const alsoBroken: Rule = {
    ...broken,
    name: 'needy',
    needs: () => {
      throw new Error('cannot ask');
    },
    judge: () => [],
  };
  const all = [broken, alsoBroken, ...rules];
  assert.deepEqual(factRequests(gone, { settings: {}, rules: all }), []);
  const found = assess(gone, noFacts, { settings: {}, key, rules: all });
  assert.deepEqual(
    found.map(({ rule, severity }) => [rule, severity]),
    [
      ['not-seen', 'block'],
      ['not-seen', 'block'],
      ['object-deleted', 'warn'],
    ],
  );
  assert.notEqual(found[0]?.id, found[1]?.id);
  assert.doesNotMatch(JSON.stringify(found), /canary/);
});

function fingerprintOfRole(verb: string, of: FingerprintKey = key): string | undefined {
  const role = (...verbs: readonly string[]) =>
    object('rbac.authorization.k8s.io/v1', 'Role', {
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs }],
    });
  return assess(subject(compared([role()], [role(verb)])), noFacts, { settings: {}, key: of })[0]
    ?.fingerprint;
}

test('an approval fits the same change only, under the same key only', () => {
  assert.ok(fingerprintOfRole('get'));
  assert.equal(fingerprintOfRole('get'), fingerprintOfRole('get'));
  assert.notEqual(fingerprintOfRole('get'), fingerprintOfRole('list'));
  assert.notEqual(fingerprintOfRole('get'), fingerprintOfRole('get', { kind: 'public' }));
});

function fingerprintWithLive(live: ReturnType<typeof deployment>, unsynced = {}): string | undefined {
  const manifest = (image: string) => deployment({ image }, unsynced);
  const { only } = compareOne(
    {
      base: manifest('a/web:1'),
      head: manifest('b/web:1'),
      live: served(live),
      basePrediction: served(manifest('a/web:1')),
      prediction: served(manifest('b/web:1')),
    },
    { applied: { kind: 'objects', objects: [deployment({ image: 'a/web:1' })] } },
  );
  return assess(subject([only]), noFacts, { settings: {}, key }).find(({ rule }) => rule === 'image-changed')
    ?.fingerprint;
}

test('drift voids no approval; what base brings besides does', () => {
  const usual = fingerprintWithLive(deployment({ image: 'a/web:1' }));
  assert.ok(usual);
  assert.equal(fingerprintWithLive(deployment({ image: 'a/web:1' }, { replicas: 7 })), usual);
  assert.notEqual(fingerprintWithLive(deployment({ image: 'a/web:1' }), { paused: true }), usual);
});

test('findings on the same objects by different rules are told apart, and ids stay over pushes', () => {
  const to = (image: string) =>
    assess(
      subject(compared([deployment({ image: 'a/web:1' })], [deployment({ image }, { replicas: 0 })])),
      noFacts,
      { settings: {}, key },
    );
  const first = to('b/web:1');
  const second = to('c/web:1');
  assert.equal(first.length, 2);
  assert.equal(new Set(first.map(({ id }) => id)).size, 2);
  assert.deepEqual(
    first.map(({ id }) => id),
    second.map(({ id }) => id),
  );
  const fingerprints = [...first, ...second].map(({ fingerprint }) => fingerprint);
  assert.equal(new Set(fingerprints).size, 4);
});
