import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { parseAllDocuments } from 'yaml';

import { clusterAdd } from '../../src/kube/cluster-add.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../src/object/json.ts';
import { readAudit } from '../bed/audit.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { personOf } from '../bed/person.ts';

let bed: ControlPlane;

before(async () => {
  bed = await startControlPlane();
});

after(async () => {
  await bed.stop();
});

test('The printed YAML holds the same objects in an order in which rights come last, and is the same each time', async () => {
  const options = {
    name: 'prod',
    access: { kind: 'kubeconfig', files: [await personOf(bed, 'maria')], context: undefined },
    clock: wallClock,
    signal: AbortSignal.timeout(300_000),
  } as const;
  const first = await clusterAdd({ ...options, secrets: 'none' });
  const second = await clusterAdd({ ...options, secrets: 'none' });
  const read = await clusterAdd({ ...options, secrets: 'read' });
  await Promise.all([first.close(), second.close(), read.close()]);
  assert.equal(first.yaml, second.yaml);
  assert.doesNotMatch(first.yaml, /^\s*verbs: [&*]/mu, 'each rule shows its verbs');
  const objects = parseAllDocuments(first.yaml).map((document): JsonObject => {
    const object: unknown = document.toJS();
    return isJsonObject(object) ? object : {};
  });
  assert.deepEqual(
    objects.map((object) => at(object, 'kind')),
    [
      'Namespace',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicyBinding',
      'ConfigMap',
      'ServiceAccount',
      'ClusterRole',
      'ClusterRoleBinding',
    ],
  );
  const rules = at(objects[5], 'rules');
  assert.ok(isJsonArray(rules) && rules.length > 10);
  const granted = rules.flatMap((rule) =>
    list(rule, 'resources').flatMap((resource) => list(rule, 'verbs').map((verb) => `${verb} ${resource}`)),
  );
  assert.ok(
    granted.includes('patch deployments') &&
      granted.includes('list configmaps') &&
      granted.includes('escalate roles'),
  );
  const forbidden = granted.filter((right) =>
    /\*|\/| secrets|(?:create|patch|update|delete) (?:validating|mutating)admission|impersonate/.test(right),
  );
  assert.deepEqual(forbidden, []);
  assert.match(read.yaml, /^ +- secrets$/m);
  assert.match(first.yaml, /"proofline cluster add prod" again/);
  const sent = (await readAudit(bed)).filter(({ userAgent }) => userAgent.startsWith('proofline/'));
  assert.ok(sent.length > 0, 'the server was asked what it has');
  assert.deepEqual(
    sent.filter(({ verb }) => !['get', 'list'].includes(verb)),
    [],
    'printing wrote something',
  );
});

function list(rule: Json, key: string): readonly string[] {
  const values = at(rule, key);
  return isJsonArray(values) ? values.map(String) : [];
}
