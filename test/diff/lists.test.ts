import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '../../src/object/json.ts';
import { compareOne, object } from './objects.ts';

function fieldsOf([apiVersion, kind]: readonly [string, string], before: JsonObject, after: JsonObject) {
  const from = object(apiVersion, kind, before);
  const to = object(apiVersion, kind, after);
  const { only } = compareOne({ base: from, head: to, live: from, basePrediction: from, prediction: to });
  return only.change.fields.map((field) => [field.path, field.before, field.after, field.causes.join()]);
}

const role = ['rbac.authorization.k8s.io/v1', 'Role'] as const;
const deployment = ['apps/v1', 'Deployment'] as const;
const rule = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] });

test('a rule inserted in the middle is one new rule', () => {
  const before = { rules: [rule('pods'), rule('services')] };
  const after = { rules: [rule('pods'), rule('secrets'), rule('services')] };
  assert.deepEqual(fieldsOf(role, before, after), [
    ['.rules[1]', undefined, JSON.stringify(rule('secrets')), 'pull-request'],
  ]);
});

test('a verb added to a rule is one new verb', () => {
  const before = { rules: [rule('pods'), rule('secrets')] };
  const after = { rules: [rule('pods'), { ...rule('secrets'), verbs: ['get', 'list'] }] };
  assert.deepEqual(fieldsOf(role, before, after), [
    ['.rules[1].verbs[1]', undefined, '"list"', 'pull-request'],
  ]);
});

test('containers are matched by name, variables too, whatever their place', () => {
  const pod = (...containers: readonly Json[]) => ({ spec: { template: { spec: { containers } } } });
  const before = pod({ name: 'a', env: [{ name: 'X', value: '1' }] }, { name: 'b', image: 'b:1' });
  const after = pod(
    { name: 'new' },
    {
      name: 'a',
      env: [
        { name: 'Y', value: '2' },
        { name: 'X', value: '1' },
      ],
    },
    { name: 'b', image: 'b:2' },
  );
  assert.deepEqual(fieldsOf(deployment, before, after), [
    [
      '.spec.template.spec.containers[name=a].env[name=Y]',
      undefined,
      '{"name":"Y","value":"2"}',
      'pull-request',
    ],
    ['.spec.template.spec.containers[name=b].image', '"b:1"', '"b:2"', 'pull-request'],
    ['.spec.template.spec.containers[name=new]', undefined, '{"name":"new"}', 'pull-request'],
  ]);
});

test('init containers that change places are a change', () => {
  const pod = (...names: readonly string[]) => ({
    spec: { template: { spec: { initContainers: names.map((name) => ({ name })) } } },
  });
  assert.deepEqual(fieldsOf(deployment, pod('a', 'b'), pod('b', 'a')), [
    [
      '.spec.template.spec.initContainers',
      '[{"name":"a"},{"name":"b"}]',
      '[{"name":"b"},{"name":"a"}]',
      'pull-request',
    ],
  ]);
});

test('one port in two protocols is two ports', () => {
  const service = (...ports: readonly Json[]) => ({ spec: { ports } });
  const before = service({ port: 53, protocol: 'TCP', name: 'a' });
  const after = service({ port: 53, protocol: 'TCP', name: 'b' }, { port: 53, protocol: 'UDP' });
  assert.deepEqual(fieldsOf(['v1', 'Service'], before, after), [
    ['.spec.ports[port=53,protocol=TCP].name', '"a"', '"b"', 'pull-request'],
    ['.spec.ports[port=53,protocol=UDP]', undefined, '{"port":53,"protocol":"UDP"}', 'pull-request'],
  ]);
});

test('in a list that is written as a whole, each item has its own cause', () => {
  const of = (...names: readonly string[]) => object(...role, { rules: names.map(rule) });
  const { only } = compareOne({
    base: of('pods', 'services'),
    head: of('pods', 'services', 'secrets'),
    live: of('pods'),
    basePrediction: of('pods', 'services'),
    prediction: of('pods', 'services', 'secrets'),
  });
  assert.deepEqual(
    only.change.fields.map(({ path, causes }) => [path, causes.join()]),
    [
      ['.rules[1]', 'unsynced'],
      ['.rules[2]', 'pull-request'],
    ],
  );
});
