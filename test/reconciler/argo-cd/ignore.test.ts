import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { fieldText } from '../../../src/object/field-path.ts';
import { at, isJsonArray, type JsonObject } from '../../../src/object/json.ts';
import { readYaml } from '../../../src/object/yaml.ts';
import { asCompared } from '../../../src/reconciler/argo-cd/ignore/built-in.ts';
import { hiddenFields } from '../../../src/reconciler/argo-cd/ignore/hidden-fields.ts';
import { normalize } from '../../../src/reconciler/argo-cd/ignore/normalize.ts';
import { syncState } from '../../../src/reconciler/argo-cd/ignore/out-of-sync.ts';
import { declaredRule, isFor, type DifferenceRule } from '../../../src/reconciler/argo-cd/ignore/rule.ts';
import { widenedRules } from '../../../src/reconciler/argo-cd/ignore/widened.ts';
import { deployment, replicas, rule } from './ignoring.ts';

const settings = { ignoreAggregatedRoles: false };

async function specAfter(spec: JsonObject, ...rules: readonly DifferenceRule[]): Promise<unknown> {
  const normalized = await normalize(deployment(spec), rules);
  assert.equal(normalized.kind, 'normalized');
  return normalized.kind === 'normalized' ? normalized.value['spec'] : undefined;
}

test('A rule is for the objects that its globs, its name and its namespace say', () => {
  const object = deployment({});
  assert.ok(isFor(replicas, object));
  assert.ok(isFor(rule({ group: '*', kind: '*' }), object));
  assert.ok(isFor(rule({ kind: 'Deploy*', name: 'web', namespace: 'apps' }), object));
  assert.ok(!isFor(rule({ name: 'we*' }), object));
  assert.ok(!isFor(rule({ namespace: 'other' }), object));
  assert.ok(!isFor(rule({ group: '' }), object));
});

test('What a rule hides no longer counts, and is told; all else does', async () => {
  const live = deployment({ replicas: 3, image: 'a' }, { generation: 4, resourceVersion: '7' });
  const scaled = deployment({ replicas: 1, image: 'a' }, { generation: 5, resourceVersion: '7' });
  const hidden = await syncState({ live, predicted: scaled, rules: [replicas], settings });
  assert.ok(hidden.kind === 'normalized');
  assert.equal(hidden.value.isOutOfSync, false);
  assert.deepEqual(hidden.value.hidden.map(fieldText), ['.spec.replicas']);

  const other = deployment({ replicas: 1, image: 'b' });
  const both = await syncState({ live, predicted: other, rules: [replicas], settings });
  assert.ok(both.kind === 'normalized');
  assert.equal(both.value.isOutOfSync, true);
  assert.deepEqual(both.value.differing.map(fieldText), ['.spec.image']);
  assert.deepEqual(both.value.hidden.map(fieldText), ['.spec.replicas']);
});

test('The annotation of what was last applied is no difference, another annotation is', async () => {
  const key = 'kubectl.kubernetes.io/last-applied-configuration';
  const state = async (before: JsonObject, after: JsonObject): Promise<boolean> => {
    const live = deployment({}, { annotations: before });
    const compared = await syncState({
      live,
      predicted: deployment({}, { annotations: after }),
      rules: [],
      settings,
    });
    assert.ok(compared.kind === 'normalized');
    return compared.value.isOutOfSync;
  };
  assert.equal(await state({ [key]: 'a' }, { [key]: 'b' }), false);
  assert.equal(await state({ [key]: 'a' }, { [key]: 'b', 'argocd.argoproj.io/tracking-id': 'x' }), true);
});

test('Items that an expression finds are hidden, whatever their place', async () => {
  const containers = (...names: readonly string[]): JsonObject => ({ c: names.map((name) => ({ name })) });
  const injected = rule({ jqPathExpressions: ['.spec.c[] | select(.name == "proxy")'] });
  assert.deepEqual(await specAfter(containers('proxy', 'web'), injected), containers('web'));
  const compared = await syncState({
    live: deployment(containers('proxy', 'web')),
    predicted: deployment(containers('web')),
    rules: [injected],
    settings,
  });
  assert.ok(compared.kind === 'normalized');
  assert.equal(compared.value.isOutOfSync, false);
  assert.deepEqual(compared.value.hidden.map(fieldText), ['.spec.c[name=proxy]']);
});

test('An expression that does not compile ends the comparison, and one that fails is left out and told', async () => {
  const broken = rule({ jqPathExpressions: ['.spec['] });
  assert.equal((await normalize(deployment({}), [broken])).kind, 'not-compiled');
  const failing = rule({ jqPathExpressions: ['.spec.replicas.a', '.spec.image'] });
  const normalized = await normalize(deployment({ replicas: 1, image: 'a' }), [failing]);
  assert.ok(normalized.kind === 'normalized');
  assert.deepEqual(normalized.value['spec'], { replicas: 1 });
  assert.deepEqual(
    normalized.skipped.map(({ expression, why }) => [expression, why]),
    [['.spec.replicas.a', 'error']],
  );
});

function owned(manager: string, fields: JsonObject): JsonObject {
  return { managedFields: [{ manager, operation: 'Update', apiVersion: 'apps/v1', fieldsV1: fields }] };
}

test('A field that a trusted manager owns counts no more as soon as it differs', async () => {
  const fields = {
    'f:spec': {
      'f:replicas': {},
      'f:c': { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:cpu': {} } },
    },
  };
  const live = deployment(
    { replicas: 5, c: [{ name: 'web', cpu: '2', image: 'a' }] },
    owned('scaler', fields),
  );
  const trusting = rule({ managedFieldsManagers: ['scaler'] });
  const compare = async (spec: JsonObject, rules: readonly DifferenceRule[]): Promise<readonly string[]> => {
    const compared = await syncState({ live, predicted: deployment(spec), rules, settings });
    assert.ok(compared.kind === 'normalized');
    return compared.value.differing.map(fieldText);
  };
  const declared = { replicas: 1, c: [{ name: 'web', cpu: '1', image: 'a' }] };
  assert.deepEqual(await compare(declared, [trusting]), []);
  assert.deepEqual(await compare(declared, [rule({ managedFieldsManagers: ['another'] })]), [
    '.spec.replicas',
    '.spec.c[name=web].cpu',
  ]);
  const other = { replicas: 1, c: [{ name: 'web', cpu: '1', image: 'b' }] };
  assert.deepEqual(await compare(other, [trusting]), ['.spec.c[name=web].image']);
  const inSettings: DifferenceRule = { ...trusting, source: 'settings', kind: 'Deploy*' };
  assert.equal((await compare(declared, [inSettings])).length, 2, 'settings name managers by the exact kind');
});

test('Texts of a Secret count as its data, and rules of an aggregated role as its controller’s', () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', creationTimestamp: null } };
  const compared = asCompared({ ...secret, stringData: { a: 'x' }, data: { b: null } }, settings);
  assert.deepEqual(compared, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    data: { a: 'eA==', b: '' },
  });
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'r' } };
  const aggregated = { ...role, aggregationRule: {}, rules: [{ verbs: ['get'] }] };
  assert.deepEqual(at(asCompared(aggregated, settings), 'rules', 0, 'verbs'), ['get']);
  assert.equal(at(asCompared(aggregated, { ignoreAggregatedRoles: true }), 'rules'), null);
  assert.equal(at(asCompared({ ...role, rules: [] }, settings), 'rules'), null);
});

test('A rule is wider for a new field, a new object and a new manager, and not for being moved', () => {
  const named = rule({ name: 'web', jsonPointers: ['/spec/replicas', '/spec/paused'] });
  assert.deepEqual(widenedRules([replicas, named], [named, replicas]), []);
  assert.deepEqual(widenedRules([replicas], [named]), [{ ...named, jsonPointers: ['/spec/paused'] }]);
  assert.deepEqual(widenedRules([named], [replicas]), [replicas]);
  assert.deepEqual(widenedRules([rule({ group: '*', kind: '*', jsonPointers: ['/spec'] })], [rule({})]), []);
  const trusting = rule({ jsonPointers: ['/spec/replicas'], managedFieldsManagers: ['scaler'] });
  assert.deepEqual(widenedRules([replicas], [trusting]), [{ ...trusting, jsonPointers: [] }]);
});

const changes = join(import.meta.dirname, '../../../../shared/corpora/changes');

async function rulesOfApplication(folder: string, name: string): Promise<readonly DifferenceRule[]> {
  const documents = readYaml(folder, await readFile(join(changes, folder)));
  const objects = documents.flatMap((document) => (document.kind === 'object' ? [document.object] : []));
  const application = objects.find(({ kind, metadata }) => kind === 'Application' && metadata.name === name);
  const declared = at(application ?? {}, 'spec', 'ignoreDifferences');
  return isJsonArray(declared) ? declared.map(declaredRule) : [];
}

interface Widening {
  readonly file: (side: 'base' | 'head') => string;
  readonly application: string;
}

async function widenedIn({ file, application }: Widening): Promise<readonly DifferenceRule[]> {
  return widenedRules(
    await rulesOfApplication(file('base'), application),
    await rulesOfApplication(file('head'), application),
  );
}

test('A real change that stops comparing replicas is told with the replicas that it hides', async () => {
  const widened = await widenedIn({
    file: (side) =>
      `F3-ignore-differences-one-environment/${side}/charts/app-config/integration/rendered.yaml`,
    application: 'govuk-chat',
  });
  assert.deepEqual(
    widened.map(({ name, jsonPointers }) => [name, ...jsonPointers]),
    [
      ['govuk-chat', '/spec/replicas'],
      ['govuk-chat-worker', '/spec/replicas'],
    ],
  );
  const live = ['govuk-chat', 'govuk-chat-worker', 'other'].map((name) => ({
    ...deployment({ replicas: 4 }),
    metadata: { name, namespace: 'apps' },
  }));
  for (const each of widened) {
    const found = await hiddenFields(live, each);
    assert.ok(found.kind === 'normalized');
    assert.deepEqual(
      found.value.map(({ object, fields }) => [object.metadata.name, fields.map(fieldText)]),
      [[each.name, ['.spec.replicas']]],
    );
  }
});

test('A real change that stops comparing the rules of one more role names that role alone', async () => {
  const widened = await widenedIn({
    file: (side) => `N1-ignore-differences-on-rbac-rules/${side}/argocd-config/base/rook.yaml`,
    application: 'rook',
  });
  assert.equal(widened.length, 1);
  const [first = replicas] = widened;
  assert.deepEqual(first.jsonPointers, ['/rules']);
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: first.name },
    rules: [{ verbs: ['get'] }],
  };
  const found = await hiddenFields([role, { ...role, metadata: { name: 'other' } }], first);
  assert.ok(found.kind === 'normalized');
  assert.deepEqual(
    found.value.map(({ object, fields }) => [object.metadata.name, fields.map(fieldText)]),
    [[first.name, ['.rules']]],
  );
});
