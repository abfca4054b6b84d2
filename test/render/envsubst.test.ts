/** The expectations are what the Go libraries themselves answered to these inputs: their versions stand in the recording. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';

import { readValues } from '../../src/object/yaml.ts';
import { SubstitutionError } from '../../src/render/envsubst-parse.ts';
import { substituted, type LookUp } from '../../src/render/envsubst.ts';
import { goYamlText } from '../../src/render/go-yaml-text.ts';

const recording = z
  .object({
    variables: z.record(z.string(), z.string()),
    texts: z.array(
      z.object({
        text: z.string(),
        strict: z.boolean(),
        made: z.string().optional(),
        error: z.string().optional(),
      }),
    ),
    objects: z.array(
      z.object({ object: z.json(), made: z.json().optional(), error: z.boolean().optional() }),
    ),
  })
  .parse(JSON.parse(await readFile(join(import.meta.dirname, 'recorded-substitution.json'), 'utf8')));

function lookingUp(strict: boolean): LookUp {
  return (name) => {
    const value = recording.variables[name];
    if (value !== undefined) return { kind: 'value', value };
    return strict ? { kind: 'unset', isEmptyInOperators: false } : { kind: 'value', value: '' };
  };
}

function madeOf(text: string, lookUp: LookUp): { readonly made: string } | { readonly error: string } {
  try {
    return { made: substituted(text, lookUp) };
  } catch (error) {
    assert.ok(error instanceof SubstitutionError);
    return { error: error.message };
  }
}

test('Variables in a text become what the library of Flux makes of them, errors included', () => {
  const found = recording.texts.map(({ text, strict }) => ({
    text,
    strict,
    ...madeOf(text, lookingUp(strict)),
  }));
  assert.ok(found.length > 60);
  assert.deepEqual(found, recording.texts);
});

test('An object is substituted in its YAML text, so that the type of a value and its quotes may change', () => {
  const found = recording.objects.map(({ object }) => {
    const text = madeOf(goYamlText(object), lookingUp(false));
    const [document] = 'made' in text ? readValues('the output', text.made, { repeats: 'last' }) : [];
    return document?.kind === 'other' ? { object, made: document.value } : { object, error: true };
  });
  assert.ok(found.length > 30);
  assert.deepEqual(found, recording.objects);
});

test('What is made of a value that is not known is not known either', () => {
  const lookUp: LookUp = (name) =>
    name === 'SECRET' ? { kind: 'unknown' } : { kind: 'value', value: name === 'SET' ? 'a' : '' };
  const stands = 'value-not-seen-by-proofline';
  const texts = [
    '${SECRET}',
    '${SECRET^^}',
    '${#SECRET}',
    '${SECRET:-x}',
    '${UNSET:-${SECRET}}',
    '${SET#${SECRET}}',
  ];
  for (const text of texts) assert.equal(substituted(text, lookUp), stands, text);
  assert.equal(substituted('${SET:-${SECRET}}', lookUp), 'a');
});

// Envsubst 1.5, in template.go: only a variable without operator was an error.
test('In an older strictness only a variable by itself has to be set', () => {
  const lookUp: LookUp = () => ({ kind: 'unset', isEmptyInOperators: true });
  assert.equal(substituted('${#A}${A^^}${A:-x}', lookUp), '0x');
  assert.throws(() => substituted('${A}', lookUp), SubstitutionError);
});

test('A hostile text ends in an error and not in a loop', () => {
  const value = 'a'.repeat(1_000_000);
  const lookUp: LookUp = () => ({ kind: 'value', value });
  assert.throws(() => substituted('${A#*b*b*}', lookUp), SubstitutionError);
  assert.throws(() => substituted('${A}'.repeat(100), lookUp), SubstitutionError);
  assert.throws(() => substituted('${A:-'.repeat(100_000), lookUp), SubstitutionError);
});
