import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readYaml } from '../../../src/object/yaml.ts';
import type { Declared } from '../../../src/object/kube-object.ts';
import { plain } from '../../../src/reconciler/plain/plain.ts';
import { treeOf } from '../../render/tree.ts';
import { configMap, unitAt } from './story.ts';

const tree = treeOf({ 'a/x.yaml': configMap });

function declared(text: string): readonly Declared[] {
  return readYaml('a/x.yaml', text).flatMap((document) =>
    document.kind === 'object' ? [{ object: document.object, origin: document.place }] : [],
  );
}

test('Objects are applied in the order of the render, by kubectl, without force', async () => {
  const unit = await unitAt(tree, 'a');
  const text = `${configMap}---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---\napiVersion: batch/v1\nkind: Job\nmetadata: {generateName: j-}\n`;
  const attempts = await plain.attempts(unit, {
    desired: declared(text),
    leaving: [],
    live: new Map(),
    strategies: () => undefined,
  });
  assert.deepEqual(
    attempts.map((attempt) => ({ ...attempt, object: attempt.object.kind })),
    [
      {
        kind: 'apply',
        object: 'ConfigMap',
        stage: 0,
        manager: 'kubectl',
        force: false,
        validation: 'Strict',
      },
      {
        kind: 'apply',
        object: 'Namespace',
        stage: 0,
        manager: 'kubectl',
        force: false,
        validation: 'Strict',
      },
      { kind: 'create', object: 'Job', stage: 0, manager: 'kubectl-create', validation: 'Strict' },
    ],
  );
});

test('What leaves the declaration stays unless the configuration says that it is pruned', async () => {
  const [gone] = declared(configMap);
  assert.ok(gone);
  assert.equal(plain.prune(await unitAt(tree, 'a'), gone.object, false), 'orphaned');
  const pruned = await unitAt(tree, 'a', { config: 'units: [{path: a, prune: true}]\n' });
  assert.equal(plain.prune(pruned, gone.object, false), 'deleted');
});

test('Nobody is known to apply it, and nothing is recorded', async () => {
  const unit = await unitAt(tree, 'a');
  assert.deepEqual(plain.applied(unit), { kind: 'managed-fields', manager: 'kubectl' });
  assert.deepEqual(plain.inventory(unit), { kind: 'none' });
  assert.deepEqual(plain.identity(unit), { kind: 'unnamed' });
  assert.match(plain.applies(unit).when, /somebody/);
});
