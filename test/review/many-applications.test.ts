import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import type { World } from '../../src/review/world.ts';
import { configMap } from '../reconciler/plain/story.ts';
import type { Files } from '../render/tree.ts';
import { openAdaptersIn, reviewed, told } from './reviewed-trees.ts';

const url = 'https://github.com/octo-org/shop';
const origin: World['origin'] = { urls: [url], branch: 'main', defaultBranch: 'main' };
const names = Array.from({ length: 500 }, (_, index) => `app-${String(index).padStart(3, '0')}`);

function application(name: string, path: string): string {
  return JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: 'argocd' },
    spec: {
      project: 'default',
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      source: { repoURL: url, path, targetRevision: 'main' },
    },
  });
}

/** An app-of-apps, whose 500 children each have a ConfigMap. */
function apps(value: (name: string) => string): Files {
  const children = names.flatMap((name) => [
    [`apps/${name}.yaml`, application(name, `deploy/${name}`)] as const,
    [`deploy/${name}/config.yaml`, `${configMap}data: {a: '${value(name)}'}\n`] as const,
  ]);
  return { 'root.yaml': application('root', 'apps'), ...Object.fromEntries(children) };
}

test('Of 500 Applications the one that a change touches is reviewed, and where it touches all, all are', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'proofline-many-'));
  const adapters = await openAdaptersIn(folder);
  context.after(async () => {
    await adapters.close();
    await rm(folder, { recursive: true, force: true });
  });
  const base = apps(() => '1');
  const one = apps((name) => (name === 'app-123' ? '2' : '1'));
  const single = told(await reviewed(adapters, { base, head: one }, { origin }));
  assert.deepEqual(single.changes, ['configured argo-cd/-/argocd/app-123 ConfigMap/a']);
  assert.deepEqual(single.gaps, []);
  const all = told(await reviewed(adapters, { base, head: apps(() => '2') }, { origin }));
  assert.deepEqual(
    all.changes,
    names.map((name) => `configured argo-cd/-/argocd/${name} ConfigMap/a`),
  );
});
