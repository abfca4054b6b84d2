import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Files } from '../render/tree.ts';
import { broken, directory, helm, kustomization, map, other, submodule, unread } from './broken-units.ts';
import { adaptersForAll } from './adapters-for-all.ts';
import { reviewed, told } from './reviewed-trees.ts';

const adapters = adaptersForAll();

for (const { title, base, head, file } of broken) {
  test(`The check fails and tells of no object that it is gone where ${title}`, async () => {
    const { conclusion, changes, failed } = told(await reviewed(adapters(), { base, head }));
    assert.equal(conclusion, 'failure');
    assert.deepEqual(changes, []);
    assert.equal(failed.length, 1);
    if (file !== undefined) assert.ok(failed[0]?.endsWith(file), failed[0]);
  });

  test(`What head drops is said not to be known where it was so on base, and head mends: ${title}`, async () => {
    const { conclusion, changes, gaps } = told(await reviewed(adapters(), { base: head, head: base }));
    assert.equal(conclusion, 'action_required');
    assert.notDeepEqual(gaps, []);
    assert.match(gaps.join('\n'), /^inventory-unreadable: base does not render/mu);
    assert.ok(!changes.some((change) => change.startsWith('deleted')), changes.join());
  });
}

for (const { title, base, head, why } of unread) {
  test(`A person must decide, and no object is told as gone, where a unit ${title}`, async () => {
    const { conclusion, changes, gaps } = told(await reviewed(adapters(), { base, head }));
    assert.equal(conclusion, 'action_required');
    assert.deepEqual(changes, []);
    const dropped = gaps.filter((gap) => gap.startsWith('inventory-unreadable: a part of head'));
    assert.equal(dropped.length, 1, gaps.join('\n'));
    assert.match(dropped.join(), why);
  });

  test(`A person must decide where on base a unit ${title}, and head has it back`, async () => {
    const { conclusion, gaps } = told(await reviewed(adapters(), { base: head, head: base }));
    assert.equal(conclusion, 'action_required');
    assert.match(gaps.join('\n'), why);
  });
}

test('A name that cannot be used is not taken for a deletion, whether it is all of the unit or a part', async () => {
  const refused = [{ shown: 'web/\\xff.yaml', why: 'name is not UTF-8' as const }];
  for (const head of [other, { ...other, 'web/b.yaml': map('b') }]) {
    const { conclusion, changes } = told(
      await reviewed(adapters(), { base: { ...directory, 'web/b.yaml': map('b') }, head, refused }),
    );
    assert.equal(conclusion, 'action_required');
    assert.ok(!changes.some((change) => change.startsWith('deleted')), changes.join());
  }
});

test('What is broken on both sides is told when something of it changes, and when head takes it away', async () => {
  const bad = { ...other, 'web/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: [\n' };
  const changed = told(await reviewed(adapters(), { base: bad, head: { ...bad, 'web/b.yaml': map('b') } }));
  assert.equal(changed.conclusion, 'failure');
  const gone = told(await reviewed(adapters(), { base: bad, head: other }));
  assert.equal(gone.conclusion, 'action_required');
  assert.match(gone.gaps.join(), /inventory-unreadable: base does not render/);
});

test('A submodule at a new commit is told, also where no unit is', async () => {
  const { gaps } = told(await reviewed(adapters(), { base: other, head: { ...other, vendor: submodule } }));
  assert.deepEqual(gaps, ['source-unreadable: vendor is a submodule, which is not followed']);
});

const gone: readonly (readonly [string, Files, Files])[] = [
  ['all files', directory, other],
  ['all but a comment', directory, { ...directory, 'web/a.yaml': '# nothing\n' }],
  ['all but an empty file', directory, { ...directory, 'web/a.yaml': '' }],
  ['all but what is no object', directory, { ...other, 'web/compose.yaml': 'services: {}\n' }],
  ['all but a file that kubectl does not read', directory, { ...other, 'web/a.YAML': map('a') }],
  ['a whole kustomization', kustomization, other],
  ['a whole chart', helm, other],
];

for (const [title, base, head] of gone) {
  test(`A deletion is told where head removes ${title}`, async () => {
    const { conclusion, changes, failed } = told(await reviewed(adapters(), { base, head }));
    assert.deepEqual([conclusion, changes, failed], ['success', ['deleted plain/web ConfigMap/a'], []]);
  });
}

test('What was never a manifest makes no unit that fails', async () => {
  const odd: Files = {
    ...other,
    'compose/docker-compose.yml': 'services: {web: {image: x}}\n',
    'ci/pipeline.yaml': 'stages: [\n',
    'jinja/a.yaml': '{% for a in b %}\n{{ a }}\n{% endfor %}\n',
    'data/big.json': '[',
    'plays/site.yml': '- hosts: all\n',
  };
  const { conclusion, failed, gaps } = told(await reviewed(adapters(), { base: other, head: odd }));
  assert.deepEqual([conclusion, failed, gaps], ['success', [], []]);
});
