import assert from 'node:assert/strict';
import { test } from 'node:test';

import { adaptersForAll } from './adapters-for-all.ts';
import { reviewed, told } from './reviewed-trees.ts';

const adapters = adaptersForAll();

test('Each remote that a unit needs is told, with its version, and has a finding of its own', async () => {
  const urls = ['https://one.example/base?ref=v1', 'https://robot:hunter22hunter@two.example/base?ref=v2'];
  const said = await reviewed(adapters(), {
    base: {},
    head: { 'web/kustomization.yaml': JSON.stringify({ resources: urls }) },
  });
  const { gaps } = told(said);
  assert.equal(gaps.length, 2);
  assert.match(gaps[0] ?? '', /^remote-not-allowed: the render needs https:\/\/one\.example\/base.* at v1/u);
  assert.match(gaps[1] ?? '', /^remote-not-allowed: the render needs .*two\.example\/base.* at v2/u);
  assert.ok(!JSON.stringify(said).includes('hunter22'));
  const findings = said.findings.filter(({ title }) => title === 'A remote source is not allowed here');
  assert.equal(findings.length, 2);
});
