import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reviewSchemaFile } from '../../scripts/review-schema.ts';
import { conclusions } from '../../src/approval/decide.ts';
import { actions, appliedRecords, authorKinds, causes, refusers } from '../../src/diff/change.ts';
import { gapKinds } from '../../src/object/gap.ts';
import { sides } from '../../src/object/place.ts';
import { isJsonArray, isJsonObject } from '../../src/object/json.ts';
import type { Json } from '../../src/object/json.ts';
import { formOf, toJson } from '../../src/report/json.ts';
import type { Review } from '../../src/report/review.ts';
import { reasons } from '../../src/reconciler/touched.ts';
import { severities } from '../../src/risk/finding.ts';
import { fingerprintKeys } from '../../src/risk/fingerprint.ts';
import { faultsOf, jsonObject, schema, schemaText } from './review-schema.ts';
import { change, finding, identity, masked, review } from './parts.ts';
import { stories } from './stories.ts';

test('the schema in the repository is the one that the code makes', () => {
  assert.equal(schemaText, reviewSchemaFile().text);
});

test('every story is valid against the schema', () => {
  assert.ok(Object.keys(stories).length >= 7);
  for (const [story, value] of Object.entries(stories)) {
    assert.deepEqual(faultsOf(jsonObject(toJson(value))), [], story);
  }
});

test('the schema refuses a missing key, an unknown key and an unknown word', () => {
  const form = formOf(review());
  const { gaps: _gaps, ...without } = form;
  for (const wrong of [without, { ...form, more: 1 }, { ...form, conclusion: 'fine' }]) {
    assert.notDeepEqual(faultsOf(wrong), []);
  }
  assert.deepEqual(faultsOf(form), []);
});

test('the closed vocabularies of the schema are the lists of the code', () => {
  const lists = enumsOf(schema);
  const named = [
    conclusions,
    actions,
    appliedRecords,
    authorKinds,
    causes,
    refusers,
    gapKinds,
    reasons,
    severities,
    sides,
    fingerprintKeys,
  ];
  for (const list of named) {
    assert.ok(lists.includes(JSON.stringify(list)), JSON.stringify(list));
  }
  assert.equal(new Set(lists).size, named.length);
});

test('no object of the schema is open, and every key is required', () => {
  const objects = objectsOf(schema);
  assert.ok(objects.length > 15);
  for (const { properties, required, additionalProperties } of objects) {
    assert.equal(additionalProperties, false);
    assert.deepEqual(required, Object.keys(isJsonObject(properties) ? properties : {}));
  }
});

test('the same review in another order gives the same bytes', () => {
  for (const [story, value] of Object.entries(stories))
    assert.equal(toJson(reversed(value)), toJson(value), story);
});

test('what is not known is null, and order follows apply order and causes', () => {
  const form = formOf(
    review({
      head: { ref: undefined, commit: undefined },
      changes: [
        change(identity('Service', 'b'), { order: 1, causes: ['drift', 'pull-request'] }),
        change(identity('Service', 'a'), { order: 0, restart: { pods: undefined } }),
      ],
    }),
  );
  assert.deepEqual(form.head, { ref: null, commit: null });
  assert.deepEqual(
    form.changes.map(({ object }) => object.name),
    ['a', 'b'],
  );
  assert.deepEqual(form.changes[0]?.restart, { pods: null });
  assert.deepEqual(form.changes[1]?.causes, ['pull-request', 'drift']);
});

test('who stands behind a writer, and the lines that take what is live into Git, are told', () => {
  const web = identity('Deployment', 'web');
  const author = { kind: 'person', name: masked('a person'), taken: undefined } as const;
  const field = {
    path: masked('.spec.replicas'),
    before: masked('5'),
    after: masked('2'),
    causes: ['drift'],
    writer: masked('kubectl-edit'),
  } as const;
  const line = (number: number) => ({
    place: { file: masked('web.yaml'), line: number },
    text: masked(`line ${number}`),
  });
  const form = formOf(
    review({
      changes: [
        change(web, {
          fields: [
            { ...field, author },
            { ...field, path: masked('.spec.z') },
          ],
        }),
      ],
      findings: [finding(web, { suggestions: [line(9), line(8)] })],
    }),
  );
  assert.deepEqual(
    form.changes[0]?.fields.map((each) => each.author),
    [{ kind: 'person', name: 'a person' }, null],
  );
  assert.deepEqual(form.findings[0]?.suggestions, [
    { place: { file: 'web.yaml', line: 8, side: 'head' }, text: 'line 8' },
    { place: { file: 'web.yaml', line: 9, side: 'head' }, text: 'line 9' },
  ]);
});

test('keys of render parameters stand in one order', () => {
  const [unit] = stories['a-dangerous-pull-request']?.units ?? [];
  assert.ok(unit !== undefined);
  const render = { ...unit.render, parameters: { b: { d: 1, c: [{ z: 1, a: 2 }] }, a: null } };
  const text = toJson(review({ units: [{ ...unit, render, path: masked('x') }] }));
  assert.match(text.replaceAll(/\s/g, ''), /"parameters":\{"a":null,"b":\{"c":\[\{"a":2,"z":1\}\],"d":1\}\}/);
});

function reversed(value: Review): Review {
  return {
    ...value,
    units: value.units.toReversed(),
    changes: value.changes.toReversed().map((one) => ({ ...one, fields: one.fields.toReversed() })),
    findings: value.findings.toReversed(),
    gaps: value.gaps.toReversed(),
  };
}

function objectsOf(value: Json): readonly Record<string, Json>[] {
  if (isJsonArray(value)) return value.flatMap(objectsOf);
  if (!isJsonObject(value)) return [];
  const inner = Object.values(value).flatMap(objectsOf);
  return isJsonObject(value['properties']) && value['type'] === 'object' ? [value, ...inner] : inner;
}

function enumsOf(value: Json): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(enumsOf);
  if (!isJsonObject(value)) return [];
  const inner = Object.values(value).flatMap(enumsOf);
  return value['enum'] === undefined ? inner : [JSON.stringify(value['enum']), ...inner];
}
