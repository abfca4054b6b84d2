import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createCache } from '../../src/render/cache.ts';
import { chart, plan } from './helm-chart.ts';
import { declaredIn, failed, openRenderers, succeeded } from './rendered.ts';
import type { Files } from './tree.ts';

const configMap = (name: string, value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {value: ${value}}\n`;

const files: Files = {
  ...chart({ 'a.yaml': configMap('shop', '{{ .Values.size }}') }, { 'env/prod.yaml': 'size: big\n' }),
  'overlay/kustomization.yaml': 'resources: [b.yaml]\n',
  'overlay/b.yaml': `# b\n${configMap('b', 'one')}`,
  'plain/c.yaml': `${configMap('c', 'one')}---\n${configMap('b', 'two')}`,
};

const parts = [
  plan(4, { valuesFiles: ['env/prod.yaml'] }),
  { kind: 'kustomize', path: 'overlay' },
  { kind: 'directory', path: 'plain', recurse: false },
] as const;

const renderers = await openRenderers();

describe('A unit of several sources', () => {
  test('is all of them one after the other, and of an object that is there twice the last one', async () => {
    const answer = await succeeded(renderers, { files, plan: { kind: 'sources', parts } });
    assert.deepEqual(declaredIn(answer), [
      'ConfigMap/shop @ charts/shop/templates/a.yaml:1',
      'ConfigMap/c @ plain/c.yaml:1',
      'ConfigMap/b @ plain/c.yaml:6',
    ]);
    assert.deepEqual(
      answer.declared.map(({ object }) => object['data']),
      [{ value: 'big' }, { value: 'one' }, { value: 'two' }],
    );
    assert.deepEqual(
      answer.gaps.map(({ object, why }) => [object?.name, why]),
      [
        [
          'b',
          'it is declared twice, at overlay/b.yaml:2 and plain/c.yaml:6: the last one stays, and what the first one says was not reviewed',
        ],
      ],
    );
    assert.equal(answer.record.renderer, 'sources');
    const recorded = JSON.stringify(answer.record.parameters['parts']);
    for (const renderer of ['helm', 'kustomize', 'directory']) {
      assert.ok(recorded.includes(`"renderer":"${renderer}"`), recorded);
    }
  });

  test('fails with the one that fails, at its place', async () => {
    const broken = { ...files, 'overlay/b.yaml': 'a: [\n' };
    const answer = await failed(renderers, { files: broken, plan: { kind: 'sources', parts } });
    assert.equal(answer.place?.file, 'overlay/b.yaml');
  });

  test('is another render when any of them is', async () => {
    const cached = { ...renderers, cache: createCache({ directory: undefined, characters: 1_000_000 }) };
    const [helm, kustomize, directory] = parts;
    const variants = [
      { kind: 'sources', parts },
      { kind: 'sources', parts: [directory, helm, kustomize] },
      { kind: 'sources', parts: [{ ...helm, values: 'size: huge\n' }, kustomize, directory] },
      { kind: 'sources', parts: [helm, { ...kustomize, edits: { namePrefix: 'x-' } }, directory] },
      { kind: 'sources', parts: [helm, kustomize] },
    ] as const;
    const digests = new Set<string>();
    for (const variant of variants) {
      const answer = await succeeded(cached, { files, plan: variant });
      digests.add(answer.digest);
    }
    assert.equal(digests.size, variants.length);
  });
});
