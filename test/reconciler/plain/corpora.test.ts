import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { readCases } from '../../../scripts/evaluate/case.ts';
import type { LabelledCase } from '../../../scripts/evaluate/case.ts';
import { plain } from '../../../src/reconciler/plain/plain.ts';
import { settingsOf } from '../../../src/reconciler/plain/settings.ts';
import type { Tree } from '../../../src/source/tree.ts';
import { filesIn, treeOf } from '../../render/tree.ts';
import { discoverIn } from './story.ts';

const corpora = resolve(import.meta.dirname, '../../../../shared/corpora');
const sides = ['base', 'head'] as const;

async function treeOfCase({ id, slug }: LabelledCase, side: 'base' | 'head'): Promise<Tree> {
  const folder = join(corpora, 'changes', `${id}-${slug}`, side);
  return treeOf(await filesIn(folder).catch(() => ({})));
}

test('Every root of the labelled changes can be configured, and exists where the label says so', async () => {
  const cases = await readCases(corpora);
  assert.equal(cases.length, 43);
  let roots = 0;
  for (const labelled of cases) {
    const units = labelled.perRoot.map(({ root }) => ({ path: root }));
    const config = stringify({ discover: false, units });
    for (const side of sides) {
      const { units: found } = await discoverIn(await treeOfCase(labelled, side), { config });
      const expected = labelled.perRoot
        .filter((root) => root[side].state !== 'absent')
        .map(({ root }) => root);
      assert.deepEqual(found.map(({ path }) => path).sort(), expected.sort(), `${labelled.id} ${side}`);
      roots += found.length;
    }
  }
  assert.ok(roots > 120, `${roots} roots`);
});

test('Every root is found by looking too, with the renderer of its label', async () => {
  let looked = 0;
  for (const labelled of await readCases(corpora)) {
    const tree = await treeOfCase(labelled, 'base');
    const { units } = await discoverIn(tree);
    for (const { root, renderer, stored, base } of labelled.perRoot) {
      if (base.state === 'absent') continue;
      const unit = units.find(({ path }) => path === root);
      const expected = stored === 'source' && renderer === 'kustomize' ? 'kustomize' : 'directory';
      assert.equal(
        unit === undefined ? 'none' : settingsOf(unit).renderer,
        expected,
        `${labelled.id} ${root}`,
      );
      looked += 1;
    }
  }
  assert.ok(looked > 55, `${looked} roots`);
});

test('The closures of real kustomizations follow every reference; only those that fail have any left', async () => {
  const left: string[] = [];
  let closures = 0;
  for (const labelled of await readCases(corpora)) {
    for (const side of sides) {
      const tree = await treeOfCase(labelled, side);
      const { units } = await discoverIn(tree);
      for (const unit of units.filter((candidate) => settingsOf(candidate).renderer === 'kustomize')) {
        const { paths, unknown } = await plain.closure(unit, tree);
        const missing = paths.filter((path) => !path.endsWith('/') && !tree.entries.has(path));
        left.push(...[...unknown, ...missing].map((reference) => `${labelled.id} ${side}: ${reference}`));
        closures += 1;
      }
    }
  }
  assert.ok(closures > 80, `${closures} closures`);
  assert.deepEqual(left, [
    'M1 head: contrib/networkpolicies/metatada-envoy.yaml',
    'M2 head: tekton/cronjobs/nightly_oci/releases/add-pr-body-nightly',
    'M3 head: a kustomization that cannot be read',
  ]);
});
