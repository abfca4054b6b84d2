import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Adapters } from '../../src/adapters.ts';
import { parseRepositoryConfig, repositoryFile } from '../../src/config/repository.ts';
import type { ConfigurationChange } from '../../src/risk/rule.ts';
import { ruleNames } from '../../src/risk/rules.ts';
import { configurationChanged } from '../../src/risk/rules/configuration-changed.ts';
import { openAdaptersIn, reviewed } from '../review/reviewed-trees.ts';
import { judge, subject } from './subjects.ts';

let folder: string;
let adapters: Adapters;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofline-configuration-'));
  adapters = await openAdaptersIn(folder);
});
after(async () => {
  await adapters.close();
  await rm(folder, { recursive: true });
});

const config = (content: string): ConfigurationChange['base'] =>
  parseRepositoryConfig({ file: repositoryFile, content }, ruleNames);

function between(base: string, head: string): string {
  const place = { file: repositoryFile, line: 1 };
  const configuration = { base: config(base), head: config(head), place };
  const found = judge(configurationChanged, subject([], { configuration }));
  return found.map(({ severity, detail }) => `${severity} ${detail}`).join('\n');
}

const unit = (rest: string): string => `units: [{path: apps/a${rest}}]`;

test('each way to see or to stop less needs an approval, and is named', () => {
  const weaker: readonly (readonly [string, string, RegExp])[] = [
    ['', 'rules: {rbac-widened: off}', /rule `rbac-widened` goes from its own severity to `off`/],
    ['', 'rules: {rbac-widened: warn}', /to `warn`/],
    ['rules: {image-changed: block}', '', /from `block` to its own severity/],
    ['rules: {image-changed: warn}', 'rules: {image-changed: info}', /from `warn` to `info`/],
    ['', 'ignore: ["**"]', /no unit is looked for in `\*\*`/],
    ['', 'discover: false', /`discover`/],
    [unit(''), '', /unit `apps\/a` is no longer configured/],
    [unit(''), 'units: [{path: apps/b}]', /unit `apps\/a` is no longer configured/],
    [unit(''), unit(', cluster: toy'), /another `cluster`/],
    [unit(', namespace: a'), unit(', namespace: b'), /another `namespace`/],
    [unit(', prune: true'), unit(''), /another `prune`/],
    [unit(''), unit(', renderer: directory'), /another `renderer`/],
    [unit(', recurse: true'), unit(''), /another `recurse`/],
  ];
  for (const [base, head, detail] of weaker) {
    const found = between(base, head);
    assert.match(found, /^block From the merge on: /, head);
    assert.match(found, detail);
  }
});

test('what is no weaker is told, and what says the same is quiet', () => {
  const told: readonly (readonly [string, string])[] = [
    ['', 'rules: {rbac-widened: block}'],
    ['rules: {image-changed: off}', ''],
    ['rules: {image-changed: off}', 'rules: {image-changed: info}'],
    ['ignore: ["docs/**"]', ''],
    ['discover: false', ''],
    ['', unit('')],
  ];
  for (const [base, head] of told) assert.match(between(base, head), /^warn /, `${base} to ${head}`);
  assert.equal(between('', 'discover: true # as ever'), '');
});

const files = { 'apps/a/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' };

async function reviewOf(base: string | undefined, head: string | undefined) {
  const side = (content: string | undefined) =>
    content === undefined ? files : { ...files, [repositoryFile]: content };
  return reviewed(adapters, { base: side(base), head: side(head) });
}

test('a pull request that touches nothing but its judge waits for an approval', async () => {
  const same = await reviewOf('discover: true\n', 'discover: true\n');
  assert.deepEqual([same.conclusion, same.findings], ['success', []]);

  const said = await reviewOf(undefined, 'rules:\n  object-deleted: off\n');
  assert.deepEqual(said.units, []);
  assert.equal(said.conclusion, 'action_required');
  assert.deepEqual(
    said.findings.map(({ rule, severity, places }) => [rule, severity, places]),
    [['configuration-changed', 'block', [{ file: repositoryFile, line: 1 }]]],
  );
});

test('a change that is no weaker is told although no unit is affected', async () => {
  const said = await reviewOf(undefined, 'rules:\n  object-deleted: block\n');
  assert.deepEqual([said.conclusion, said.units], ['success', []]);
  assert.deepEqual(
    said.findings.map(({ severity }) => severity),
    ['warn'],
  );
  assert.match(said.summary, /^No unit is affected: 1 unit/);
});

test('a file that becomes invalid is told with its line, and without what it hides', async () => {
  const said = await reviewOf('discover: true\n', 'discover: true\nrules:\n  password=hunter22: block\n');
  assert.equal(said.conclusion, 'action_required');
  const [finding] = said.findings;
  assert.match(finding?.detail ?? '', /^After the merge every review would fail: .*line 3/u);
  assert.deepEqual(finding?.places, [{ file: repositoryFile, line: 3 }]);
  assert.ok(!JSON.stringify(said).includes('hunter22'));
});

test('a file that goes is compared with the defaults, and shown at base', async () => {
  const said = await reviewOf('rules: {image-changed: block}\n', undefined);
  assert.equal(said.conclusion, 'action_required');
  assert.deepEqual(said.findings[0]?.places, [{ file: repositoryFile, line: 1, side: 'base' }]);
});

test('an approval of one weaker file does not fit another', () => {
  const place = { file: repositoryFile, line: 1 };
  const fingerprintTo = (head: string) =>
    judge(
      configurationChanged,
      subject([], { configuration: { base: config(''), head: config(head), place } }),
    )[0]?.fingerprint;
  const off = fingerprintTo('rules: {image-changed: off}');
  assert.ok(off);
  assert.equal(off, fingerprintTo('rules: {image-changed: off}'));
  assert.notEqual(off, fingerprintTo('rules: {rbac-widened: off}'));
});
