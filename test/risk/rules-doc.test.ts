import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rulesDocument } from '../../scripts/make-rules-doc.ts';
import { rules } from '../../src/risk/rules.ts';

test('the documentation of the rules is made from the rules that there are', () => {
  const found = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
  assert.equal(found, rulesDocument());
  assert.ok(rules.length > 0);
  for (const { name } of rules) assert.ok(found.includes(`## \`${name}\``), name);
});

test('every rule has its own kebab-case name and words', () => {
  assert.equal(new Set(rules.map(({ name }) => name)).size, rules.length);
  for (const { name, about } of rules) {
    assert.match(name, /^[a-z]+(?:-[a-z]+)*$/);
    for (const text of Object.values(about)) assert.ok(text.length > 10, `${name}: ${text}`);
  }
});
