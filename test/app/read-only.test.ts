import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { scratch } from '../bed/scratch.ts';
import { appOf } from '../doors/app-of.ts';
import { startGitHub } from '../github/start-github.ts';
import { bodiesOf, concluded } from '../stories/reviewed.ts';
import { readOnlyBut } from './read-only.ts';

const files = {
  'apps/shop/kustomization.yaml': 'namespace: shop\nresources: [map.yaml]\n',
  'apps/shop/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hours}\ndata: {open: "9"}\n',
};

test('A server on a read-only machine without a home reviews, and writes to its cache and temporary folder alone', async (t) => {
  const folder = await scratch(t);
  const [cache, temporary] = [join(folder, 'only/cache'), join(folder, 'only/tmp')];
  for (const each of [cache, temporary]) await mkdir(each, { recursive: true });
  const github = await startGitHub();
  t.after(github.stop);
  const app = await appOf({
    github,
    folder,
    operator: {},
    variables: { HOME: '/nowhere', PROOFLINE_CACHE: cache, TMPDIR: temporary },
    under: readOnlyBut([cache, temporary]),
  });
  t.after(app.stop);
  const repository = await github.createRepository({ name: 'shop', files });
  const map = files['apps/shop/map.yaml'].replace('9', '10');
  await repository.commit({ branch: 'change', files: { 'apps/shop/map.yaml': map } });
  const pull = await repository.openPullRequest({ title: 'Later', head: 'change' });
  const [check] = await concluded(pull);
  assert.equal(check?.conclusion, 'success', `${check?.summary ?? ''}${app.log()}`);
  assert.match(bodiesOf(pull).join(), /open: "10"/u);
  assert.equal(await app.stop(), 0);
  assert.equal(app.errors(), '');
  assert.deepEqual((await readdir(cache)).toSorted(), ['git-home', 'mirrors', 'renders']);
  github.assertClean();
});
