import assert from 'node:assert/strict';
import { test } from 'node:test';

import { configMap } from '../reconciler/plain/story.ts';
import { declaredApplication, directorySource, origin } from './declared-applications.ts';
import type { Files } from '../render/tree.ts';
import { adaptersForAll } from './adapters-for-all.ts';
import { reviewed, told } from './reviewed-trees.ts';

const names = Array.from({ length: 500 }, (_, index) => `app-${String(index).padStart(3, '0')}`);

function application(name: string, path: string): string {
  return declaredApplication(name, { source: directorySource(path) });
}

/** An app-of-apps, whose 500 children each have a ConfigMap. */
function apps(value: (name: string) => string): Files {
  const children = names.flatMap((name) => [
    [`apps/${name}.yaml`, application(name, `deploy/${name}`)] as const,
    [`deploy/${name}/config.yaml`, `${configMap}data: {a: '${value(name)}'}\n`] as const,
  ]);
  return { 'root.yaml': application('root', 'apps'), ...Object.fromEntries(children) };
}

const adapters = adaptersForAll();

test('Of 500 Applications the one that a change touches is reviewed, and where it touches all, all are', async () => {
  const base = apps(() => '1');
  const one = apps((name) => (name === 'app-123' ? '2' : '1'));
  const single = told(await reviewed(adapters(), { base, head: one }, { origin }));
  assert.deepEqual(single.changes, ['configured argo-cd/-/argocd/app-123 ConfigMap/a']);
  assert.deepEqual(single.gaps, []);
  const all = told(await reviewed(adapters(), { base, head: apps(() => '2') }, { origin }));
  assert.deepEqual(
    all.changes,
    names.map((name) => `configured argo-cd/-/argocd/${name} ConfigMap/a`),
  );
});
