import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject } from '../../src/object/json.ts';
import { configurationFiles, ruleNamesOf } from '../../scripts/configuration-files.ts';

const root = new URL('../../', import.meta.url);

test('The JSON Schemas and the reference in the repository are those of the code', () => {
  const files = configurationFiles(ruleNamesOf(new URL('src/risk/rules/', root)));
  assert.equal(files.length, 3);
  for (const { path, text } of files) {
    assert.equal(readFileSync(new URL(path, root), 'utf8'), text, `${path} is stale; run: npm run schemas`);
  }
});

test('The JSON Schema of a repository file judges as Proofline does', () => {
  const [, made] = configurationFiles(['not-seen']);
  assert.ok(made);
  const schema: unknown = JSON.parse(made.text);
  assert.ok(typeof schema === 'object' && schema !== null);
  const validate = new Ajv2020().compile(schema);
  assert.equal(validate({}), true);
  assert.equal(
    validate({ units: [{ path: 'web', helm: { major: 3 } }], rules: { 'not-seen': 'off' } }),
    true,
  );
  assert.equal(validate({ units: [{ path: 'web', helm: { major: 5 } }] }), false);
  assert.equal(validate({ units: [{ pth: 'web' }] }), false);
  assert.equal(validate({ rules: { 'other-rule': 'off' } }), false);
});

test('Every field has its place in the manual', () => {
  const [operator, repository] = configurationFiles(['not-seen']);
  let fields = 0;
  function walk(value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'properties' && isJsonObject(member)) {
        for (const [name, property] of Object.entries(member)) {
          fields += 1;
          assert.ok(
            typeof property === 'object' && property !== null && 'description' in property,
            `${path}.${name}`,
          );
        }
      }
      walk(member, `${path}.${key}`);
    }
  }
  for (const file of [operator, repository]) walk(JSON.parse(file?.text ?? ''), '');
  assert.ok(fields > 25, `${fields} fields`);
});
