import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { isJsonObject } from '../../src/object/json.ts';
import type { Json } from '../../src/object/json.ts';
import { readYaml } from '../../src/object/yaml.ts';
import { resolve } from '../bed/resolve.ts';

/** Source -> what kubectl 1.32.4 made of it (`kubectl annotate --local -o json`). */
const scalars: Readonly<Record<string, Json>> = {
  yes: true,
  y: true,
  N: false,
  on: true,
  Off: false,
  tRue: 'tRue',
  True: true,
  '0775': 509,
  '0o775': 509,
  '0899': 899,
  '0x1F': 31,
  '-0x1F': -31,
  '0b11': 3,
  '-0b1': -1,
  '1e3': 1000,
  '1.50': 1.5,
  '1.0': 1,
  '+5': 5,
  '.5': 0.5,
  '5.': 5,
  '1_000': 1000,
  '1_000.5': 1000.5,
  '1:30': '1:30',
  '190:20:30.15': '190:20:30.15',
  '~': null,
  NULL: null,
  '2001-01-01': '2001-01-01',
  '2001-12-14t21:59:43.10-05:00': '2001-12-14t21:59:43.10-05:00',
  '18446744073709551616': 18446744073709552000,
  '-9223372036854775808': -9223372036854775808,
  '1e21': 1e21,
  '1e-7': 1e-7,
  '0.1234567890123456789': 0.12345678901234568,
  '12e3456': '12e3456',
  '1234e5': 123400000,
  '-0': 0,
  '-0.0': 0,
  '+': '+',
  '-': '-',
  '1.2.3': '1.2.3',
  '0x': '0x',
  _1: '_1',
  '=': '=',
  '!!binary aGVsbG8=': 'hello',
  '!!str 123': '123',
  '!!int "12"': 12,
  '!!float 3': 3,
  "!!bool 'yes'": true,
  '!foo bar': 'bar',
  '!foo {a: b}': { a: 'b' },
  "'yes'": 'yes',
  '"0775"': '0775',
};
/** Keys are scalars too. */
const keys: Readonly<Record<string, string>> = {
  '3': '3',
  '1.5': '1.5',
  '0x10': '16',
  yes: 'true',
  off: 'false',
  '"no"': 'no',
};
const refused = ['.inf', '-.Inf', '.NaN', '!!int abc', '{~: x}', '{? [a] : x}', '*gone'];

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n';
const sources = Object.keys(scalars).filter((source) => source !== '-');
const text = `${head}${sources.map((source, index) => `  s${index}: ${source}\n`).join('')}`;
const keyText = `${head}${Object.keys(keys)
  .map((key) => `  ${key}: x\n`)
  .join('')}`;

function dataOf(content: string): Json {
  const [document] = readYaml('f.yaml', content);
  assert.equal(document?.kind, 'object', JSON.stringify(document));
  return document.object['data'] ?? null;
}

const kubectl = await resolve('kubectl');

function byKubectl(content: string): Json | undefined {
  const args = ['annotate', '--local', '-f', '-', 'a=b', '-o', 'json'];
  const run = spawnSync(kubectl, args, { input: content, encoding: 'utf8', timeout: 60_000 });
  if (run.status !== 0) return undefined;
  const answer: unknown = JSON.parse(run.stdout);
  return isJsonObject(answer) ? answer['data'] : undefined;
}

test('Scalars mean what kubectl makes of them', () => {
  const expected = Object.fromEntries(sources.map((source, index) => [`s${index}`, scalars[source]]));
  assert.deepEqual(dataOf(text), expected);
  assert.deepEqual(byKubectl(text), expected);
});

test('Keys become text the way kubectl writes them', () => {
  const expected = Object.fromEntries(Object.values(keys).map((key) => [key, 'x']));
  assert.deepEqual(dataOf(keyText), expected);
  assert.deepEqual(byKubectl(keyText), expected);
});

test('What kubectl refuses is a problem', () => {
  for (const source of refused) {
    const content = `${head}  a: ${source}\n`;
    assert.equal(readYaml('f.yaml', content)[0]?.kind, 'problem', source);
    assert.equal(byKubectl(content), undefined, source);
  }
});
