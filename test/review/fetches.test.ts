import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Adapters } from '../../src/adapters.ts';
import { git } from '../github/git.ts';
import { commit } from '../source/commit.ts';
import { hub, merged } from '../source/hub.ts';
import { openAdaptersIn, reviewedRevisions, told } from './reviewed-trees.ts';

const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

const base: Readonly<Record<string, string | { readonly link: string }>> = {
  '.github/proofline.yml': 'ignore: [docs/**]\n',
  'README.md': 'A shop.\n',
  'apps/linked.yaml': { link: '../plain/0.yaml' },
  'kustomized/kustomization.yaml': 'resources: [a.yaml]\nconfigMapGenerator: [{name: b, files: [b.txt]}]\n',
  'kustomized/a.yaml': map('kustomized'),
  'kustomized/b.txt': 'text\n',
  'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 1.0.0\n',
  'chart/values.yaml': 'a: 1\n',
  'chart/templates/a.yaml': map('chart'),
  'chart/templates/_helpers.tpl': '{{/* none */}}\n',
  ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`plain/${index}.yaml`, map(`m${index}`)])),
};

test('A first review fetches at most two batches of blobs a tree, and a second one only what is new', async (context) => {
  const shop = await hub(context);
  const adapters: Adapters = await openAdaptersIn(shop.folder);
  context.after(() => adapters.close());
  await commit(shop.repository, base);
  const batches = (): readonly number[] =>
    shop.commands
      .filter(({ args }) => args.includes('fetch') && args.includes('--stdin'))
      .map(({ input }) => String(input).trim().split('\n').length);
  const fetchesOf = async (
    branch: string,
    files: Readonly<Record<string, string>>,
  ): Promise<readonly number[]> => {
    const before = batches().length;
    await git(shop.repository, ['switch', '--quiet', '--create', branch, 'main']);
    const head = await commit(shop.repository, files);
    await git(shop.repository, ['switch', '--quiet', 'main']);
    const revisions = merged(await shop.review(head, { headRef: branch }));
    const { conclusion, changes } = told(await reviewedRevisions(adapters, revisions));
    assert.equal(conclusion, 'success');
    assert.equal(changes.filter((change) => change.startsWith('created')).length, Object.keys(files).length);
    return batches().slice(before);
  };
  const first = await fetchesOf('one', {
    'plain/new.yaml': map('new'),
    'kustomized/a.yaml': `${map('kustomized')}---\n${map('more')}`,
    'chart/templates/b.yaml': map('more-chart'),
  });
  assert.ok(first.length >= 2 && first.length <= 4, first.join());
  // All that looking for units reads on base, at once.
  assert.ok((first[0] ?? 0) > 30, first.join());
  const second = await fetchesOf('two', { 'plain/newer.yaml': map('newer') });
  assert.deepEqual(second, [1]);
});
