import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listAt, textAt } from '../../../../src/object/fields.ts';
import { at } from '../../../../src/object/json.ts';
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

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {containers: [{name: web, image: "web:1"}, {name: side, image: "side:1"}]}}}
`;

test('Patches, images, components and build metadata of the Kustomization go into the kustomization', async () => {
  const spec = {
    path: 'apps',
    nameSuffix: '-v2',
    patches: [
      { patch: '[{"op": "add", "path": "/spec/replicas", "value": 3}]', target: { kind: 'Deployment' } },
    ],
    images: [
      { name: 'web', newTag: '2' },
      { name: 'side', newName: 'registry/side' },
    ],
    components: ['../part', '../gone'],
    ignoreMissingComponents: true,
    commonMetadata: { labels: { team: 'shop' }, annotations: { by: 'flux' } },
  };
  const files = {
    'apps/kustomization.yaml':
      'resources: [web.yaml]\nimages: [{name: web, newName: other/web, digest: "sha256:0"}]\nnot-a-field: 1\n',
    'apps/web.yaml': deployment,
    'part/kustomization.yaml':
      'kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\nresources: [more.yaml]\n',
    'part/more.yaml': configMap('more'),
  };
  const objects = await objectsOf(renderers, { unit: kustomizationOf(spec), files });
  assert.deepEqual(named(objects).toSorted(), ['more-v2', 'web-v2']);
  const web = objects.find(({ kind }) => kind === 'Deployment');
  assert.deepEqual(web?.metadata['annotations'], { by: 'flux' });
  assert.equal(textAt(web, 'metadata', 'labels', 'team'), 'shop');
  assert.deepEqual(at(web, 'spec', 'replicas'), 3);
  const images = listAt(web, 'spec', 'template', 'spec', 'containers').map((one) => textAt(one, 'image'));
  assert.deepEqual(images, ['other/web:2', 'registry/side:1']);
  const versions = { source: 'v1.7.3', kustomize: 'v1.7.3', helm: 'v1.4.0' };
  const older = await objectsOf(renderers, {
    unit: kustomizationOf(spec, { installation: { versions } }),
    files,
  });
  // fluxcd/pkg/kustomize 1.24 puts the image of the Kustomization in the place of the file's.
  assert.match(JSON.stringify(older), /"image":"web:2"/u);
  const message = await failure(renderers, {
    unit: kustomizationOf({ ...spec, ignoreMissingComponents: false }),
    files,
  });
  assert.match(message, /gone/u);
  const remote = kustomizationOf({ path: 'apps', components: ['https://example.com/part'] });
  assert.match(await failure(renderers, { unit: remote, files }), /must be local and relative/u);
});

test('What the source ignores is not there for the build, and so its objects leave', async () => {
  const files = {
    'apps/a.yaml': configMap('a'),
    'apps/b.yaml': configMap('b'),
    'apps/.sourceignore': 'b.yaml\n',
  };
  const objects = await objectsOf(renderers, { unit: kustomizationOf({ path: 'apps' }), files });
  assert.deepEqual(named(objects), ['a']);
  const message = await failure(renderers, {
    unit: kustomizationOf({ path: 'apps' }),
    files: { ...files, 'apps/kustomization.yaml': 'resources: [a.yaml, b.yaml]\n' },
  });
  assert.match(message, /b\.yaml/u);
});

test('A link of the repository is not in the artifact', async () => {
  const message = await failure(renderers, {
    unit: kustomizationOf({ path: 'apps' }),
    files: {
      'apps/kustomization.yaml': 'resources: [link.yaml]\n',
      'apps/link.yaml': { kind: 'symlink', content: '../real.yaml' },
      'real.yaml': configMap('a'),
    },
  });
  assert.match(message, /link\.yaml/u);
});

test('A remote base stops a Flux that allows none', async () => {
  const message = await failure(renderers, {
    unit: kustomizationOf({ path: 'apps' }, { installation: { noRemoteBases: true } }),
    files: { 'apps/kustomization.yaml': 'resources: [https://github.com/example/base//x?ref=v1]\n' },
  });
  assert.match(message, /remote base/u);
});
