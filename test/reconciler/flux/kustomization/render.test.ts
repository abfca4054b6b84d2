import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openRenderers } from '../../../render/rendered.ts';
import { failure, kustomizationOf, objectsOf, rendered } from '../rendering.ts';

const renderers = await openRenderers();

const configMap = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  key: value\n`;
const named = (objects: readonly { readonly metadata: { readonly name: string } }[]): readonly string[] =>
  objects.map(({ metadata }) => metadata.name);

test('A directory with a kustomization is built with the target namespace, and carries its owner', async () => {
  const objects = await objectsOf(renderers, {
    unit: kustomizationOf({ path: './apps', targetNamespace: 'shop' }),
    files: { 'apps/kustomization.yaml': 'resources: [one.yaml]\n', 'apps/one.yaml': configMap('one') },
  });
  assert.deepEqual(objects, [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'one',
        namespace: 'shop',
        labels: {
          'kustomize.toolkit.fluxcd.io/name': 'apps',
          'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
        },
      },
      data: { key: 'value' },
    },
  ]);
});

test('A directory without one is scanned, and a sub-directory with one is a resource by itself', async () => {
  const objects = await objectsOf(renderers, {
    unit: kustomizationOf({ path: 'apps', namePrefix: 'x-' }),
    files: {
      'apps/b.yaml': configMap('b'),
      'apps/a/deep/c.yml': configMap('c'),
      'apps/note.txt': 'no manifest',
      'apps/own/kustomization.yaml': 'nameSuffix: -y\nresources: [d.yaml]\n',
      'apps/own/d.yaml': configMap('d'),
      'apps/own/not-listed.yaml': configMap('never'),
      'other/e.yaml': configMap('e'),
    },
  });
  assert.deepEqual(named(objects).toSorted(), ['x-b', 'x-c', 'x-d-y']);
});

test('A file that is no manifest fails the build of a directory that is scanned', async () => {
  const message = await failure(renderers, {
    unit: kustomizationOf({ path: 'apps' }),
    files: { 'apps/a.yaml': configMap('a'), 'apps/values.yaml': 'replicas: 2\n' },
  });
  assert.match(message, /values\.yaml/u);
});

test('An empty directory declares nothing, and a missing one stops the controller', async () => {
  const files = { 'apps/README.md': 'moved', 'gone.yaml': '' };
  const empty = await rendered(renderers, { unit: kustomizationOf({ path: 'apps' }), files });
  assert.ok(empty.kind === 'rendered', JSON.stringify(empty));
  assert.deepEqual([empty.declared, empty.gaps], [[], []]);
  const message = await failure(renderers, { unit: kustomizationOf({ path: 'nowhere' }), files });
  assert.match(message, /^kustomization path not found: nowhere /u);
});

test('An object says in which file it stands, also where the kustomization is generated', async () => {
  const render = await rendered(renderers, {
    unit: kustomizationOf({ path: 'apps', targetNamespace: 'shop' }),
    files: { 'apps/a.yaml': `---\n${configMap('a')}` },
  });
  assert.ok(render.kind === 'rendered', JSON.stringify(render));
  assert.deepEqual(
    render.declared.map(({ origin }) => origin),
    [{ file: 'apps/a.yaml', line: 2 }],
  );
});
