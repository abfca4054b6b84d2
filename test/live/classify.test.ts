import assert from 'node:assert/strict';
import { test } from 'node:test';

import { catalogOf } from '../../src/live/catalog.ts';
import { unsuccessful, type Asked } from '../../src/live/classify.ts';
import type { Outcome } from '../../src/live/cluster.ts';
import { withoutValues } from '../../src/live/secret-text.ts';
import { schemaErrors } from '../../src/live/schema-check.ts';
import { createMask } from '../../src/object/mask.ts';
import type { JsonObject } from '../../src/object/json.ts';

const object = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'a' };

function asked(kind = 'ConfigMap', group = ''): Asked {
  return { cluster: { name: 'prod' }, mask: createMask(), unit: 'shop', object: { ...object, kind, group } };
}

function reply(status: number, message: string, details: JsonObject = {}): Outcome {
  return { kind: 'reply', status, body: { kind: 'Status', message, details }, text: '', warnings: [] };
}

test('A webhook without dry run is a gap that names the webhook', () => {
  const answer = unsuccessful(
    asked(),
    reply(400, 'admission webhook "notify.example.test" does not support dry run'),
  );
  assert.ok(answer.kind === 'gap');
  assert.equal(answer.gap.kind, 'webhook-without-dry-run');
  assert.equal(answer.gap.unit, 'shop');
  assert.equal(
    answer.gap.why,
    'cluster prod: admission webhook "notify.example.test" does not support dry run',
  );
});

test('What a webhook or a policy says cannot pass for a missing right, a missing dry run or a grant', () => {
  const lies = [
    'admission webhook "w" denied the request: admission webhook "x" does not support dry run',
    'admission webhook "w" denied the request: configmaps "a" is forbidden: User "u" cannot patch resource "configmaps"',
    'admission webhook "w" denied the request: roles "a" is forbidden: user "u" (groups=[]) is attempting to grant RBAC permissions not currently held',
    `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: User "u" cannot patch resource "configmaps"`,
  ];
  for (const lie of lies) {
    for (const status of [400, 403, 422])
      assert.equal(unsuccessful(asked(), reply(status, lie)).kind, 'refused', lie);
  }
});

test('The authorizer and a proxy are gaps; admission is a refusal', () => {
  const cases: readonly (readonly [Outcome, string])[] = [
    [
      reply(
        403,
        'pods is forbidden: User "u" cannot create resource "pods" in API group "" in the namespace "x"',
      ),
      'cluster-forbidden',
    ],
    [
      reply(
        403,
        'deployments.apps "a" is forbidden: User "u\\"v" cannot patch resource "deployments" in API group "apps"',
      ),
      'cluster-forbidden',
    ],
    [
      { kind: 'reply', status: 403, body: undefined, text: '<html>Forbidden</html>', warnings: [] },
      'cluster-forbidden',
    ],
    [reply(401, 'Unauthorized'), 'cluster-forbidden'],
    [reply(429, 'too many requests'), 'cluster-timeout'],
    [reply(504, 'Timeout: request did not complete within the allotted timeout'), 'cluster-timeout'],
    [reply(503, 'the server is currently unable to handle the request'), 'cluster-unreachable'],
    [reply(500, 'etcdserver: request timed out'), 'cluster-unreachable'],
    [
      { kind: 'failure', why: 'too-large', message: 'the answer is larger than 64 MiB' },
      'cluster-unreachable',
    ],
    [
      reply(
        403,
        'pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
      ),
      'refused',
    ],
    [
      reply(
        403,
        'configmaps "a" is forbidden: unable to create new content in namespace x because it is being terminated',
      ),
      'refused',
    ],
    [
      reply(
        500,
        'Internal error occurred: failed calling webhook "w": failed to call webhook: Post "https://w": dial tcp',
      ),
      'refused',
    ],
    [reply(413, 'Request entity too large: limit is 3145728'), 'refused'],
  ];
  for (const [outcome, wanted] of cases) {
    const answer = unsuccessful(asked(), outcome);
    assert.equal(answer.kind === 'gap' ? answer.gap.kind : answer.kind, wanted, JSON.stringify(outcome));
  }
});

test('Each of several conflicts names its manager and field', () => {
  const causes = [
    {
      reason: 'FieldManagerConflict',
      message: 'conflict with "kube\\"ctl" with subresource "scale" using apps/v1 at 2026-01-01T00:00:00Z',
      field: '.spec.replicas',
    },
    { reason: 'FieldManagerConflict', message: 'conflict with "b"', field: '.data.a' },
  ];
  const answer = unsuccessful(asked(), reply(409, 'Apply failed with 2 conflicts', { causes }));
  assert.deepEqual(answer.kind === 'conflict' && answer.conflicts, [
    { manager: 'kube"ctl', field: '.spec.replicas' },
    { manager: 'b', field: '.data.a' },
  ]);
});

test('What a server quotes of a Secret is dropped with all that follows, on further lines too', () => {
  assert.equal(
    withoutValues('data[a]: Invalid value: "x\\"y": bad\nmore'),
    'data[a]: Invalid value: (hidden)',
  );
  assert.equal(
    withoutValues('.stringData.a: expected string, got &value{1}\n.b: got 2'),
    '.stringData.a: expected string, got (hidden)',
  );
  assert.equal(withoutValues('data[tls.key]: Required value'), 'data[tls.key]: Required value');
});

test('A kind of another server behind the API is known as such, and a group that is down as incomplete', () => {
  const service = (group: string, available: string, target: JsonObject | undefined): JsonObject => ({
    spec: { group, version: 'v1', ...(target !== undefined && { service: target }) },
    status: { conditions: [{ type: 'Available', status: available }] },
  });
  const catalog = catalogOf(
    [],
    [
      service('local.test', 'True', undefined),
      service('up.test', 'True', { name: 's' }),
      service('down.test', 'False', { name: 's' }),
    ],
  );
  assert.deepEqual(
    ['local.test', 'up.test', 'down.test'].map((group) => catalog.isAggregated(group, 'v1')),
    [false, true, true],
  );
  assert.deepEqual(
    ['local.test', 'up.test', 'down.test'].map((group) => catalog.isIncomplete(group)),
    [false, false, true],
  );
  const unread = catalogOf([], undefined);
  assert.deepEqual(
    ['apps', '', 'networking.k8s.io', 'example.test'].map((group) => unread.isAggregated(group, 'v1')),
    [false, false, false, true],
  );
});

test('A structural schema is checked for types, required, unknown and bounded fields, through lists and maps', () => {
  const schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['list'],
        properties: {
          list: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                port: { 'x-kubernetes-int-or-string': true },
                n: { type: 'integer', maximum: 9 },
              },
            },
          },
          map: { type: 'object', additionalProperties: { type: 'string', minLength: 2 } },
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          maybe: { type: 'string', nullable: true },
        },
      },
    },
  };
  const resource = (spec: JsonObject): JsonObject => ({
    apiVersion: 'e/v1',
    kind: 'K',
    metadata: { name: 'a' },
    spec,
  });
  const good = {
    list: [{ port: 'http', n: 9 }, { port: 80 }],
    map: { a: 'bb' },
    free: { any: { thing: 1 } },
    maybe: null,
  };
  assert.deepEqual(schemaErrors(resource(good), schema), []);
  const bad = { list: [{ n: 1.5 }, { n: 10, m: 0 }], map: { a: 'b' }, maybe: 5, __proto__: null };
  assert.deepEqual(schemaErrors(resource(bad), schema), [
    'spec.list[0].n: Invalid value: must be of type integer, not number',
    'spec.list[1].n: Invalid value: above the maximum of 9',
    'spec.list[1].m: field not declared in schema',
    'spec.map.a: Invalid value: below the minimum of 2',
    'spec.maybe: Invalid value: must be of type string, not integer',
  ]);
  assert.deepEqual(schemaErrors(resource({}), schema), ['spec.list: Required value']);
});
