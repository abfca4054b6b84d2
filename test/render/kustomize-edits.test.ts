import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { at } from '../../src/object/json.ts';
import { openRunner, type Runner } from '../../src/process/run.ts';
import type { KustomizeEdits } from '../../src/reconciler/render-plan.ts';
import { resolve } from '../bed/resolve.ts';
import { declaredIn, failed, gapOf, openBedRunner, renderersWith, succeeded } from './rendered.ts';
import type { Files } from './tree.ts';

const files: Files = {
  'app/kustomization.yaml': `# ours
resources: [web.yaml]
patches:
  - target: {kind: Deployment}
    patch: '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "annotations": {"order": "first"}}}'
`,
  'app/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1.0"}]}
`,
  'parts/extra/kustomization.yaml':
    'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [more.yaml]\n',
  'parts/extra/more.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}\n',
};

const everything: KustomizeEdits = {
  namePrefix: '-eu-',
  nameSuffix: '-1',
  images: ['nginx=registry.example.com/nginx:2.0'],
  replicas: [{ name: 'web', count: '3' }],
  labels: { team: 'shop', tier: 'front' },
  labelsWithoutSelector: true,
  labelsInTemplates: true,
  forceLabels: true,
  annotations: { 'example.com/owner': 'a:b' },
  forceAnnotations: true,
  namespace: 'prod',
  patches: [
    {
      target: { kind: 'Deployment' },
      patch: '- {op: replace, path: /metadata/annotations/order, value: last}',
    },
  ],
  components: ['../parts/extra'],
};

for (const confinement of ['full', 'none'] as const) {
  describe(`Edits of a kustomization, confinement ${confinement}`, () => {
    let run: Runner;
    before(async () => {
      run = await openBedRunner({ confinement });
    });
    after(async () => run.close());

    test('are made by kustomize itself, and the repository keeps its file', async () => {
      const renderers = renderersWith(run);
      const plan = { kind: 'kustomize', path: 'app', edits: everything, options: [] } as const;
      const answer = await succeeded(renderers, { files, plan });
      assert.deepEqual([...declaredIn(answer)].sort(), [
        'ConfigMap/-eu-more-1 @ parts/extra/more.yaml:1',
        'Deployment/-eu-web-1 @ app/web.yaml:1',
      ]);
      const web = answer.declared.find(({ object }) => object.kind === 'Deployment')?.object;
      assert.equal(
        at(web, 'spec', 'template', 'spec', 'containers', 0, 'image'),
        'registry.example.com/nginx:2.0',
      );
      assert.equal(at(web, 'spec', 'replicas'), 3);
      assert.equal(at(web, 'metadata', 'namespace'), 'prod');
      assert.deepEqual(at(web, 'metadata', 'labels'), { team: 'shop', tier: 'front' });
      assert.deepEqual(at(web, 'spec', 'selector', 'matchLabels'), { app: 'web' });
      assert.deepEqual(at(web, 'spec', 'template', 'metadata', 'labels'), {
        app: 'web',
        team: 'shop',
        tier: 'front',
      });
      // Its patch came first, so ours could change what it made.
      assert.deepEqual(at(web, 'metadata', 'annotations'), { order: 'last', 'example.com/owner': 'a:b' });
      assert.deepEqual(answer.gaps, []);
      const plain = await succeeded(renderers, { files, plan: { kind: 'kustomize', path: 'app' } });
      assert.deepEqual(declaredIn(plain), ['Deployment/web @ app/web.yaml:1']);
    });

    test('that kustomize refuses fail with its words, and those that lead out find nothing', async () => {
      const refused = await failed(renderersWith(run), {
        files: { ...files, 'app/kustomization.yaml': 'commonLabels: {team: a}\nresources: [web.yaml]\n' },
        plan: { kind: 'kustomize', path: 'app', edits: { labels: { team: 'b' } } },
      });
      assert.match(refused.message, /label team already in kustomization file/u);
      assert.deepEqual(refused.place, { file: 'app/kustomization.yaml', line: 1 });
      const climbing = { patches: [{ path: '../../../../../../etc/hostname' }] };
      const asked = { files, plan: { kind: 'kustomize', path: 'app', edits: climbing } as const };
      if (confinement === 'none') {
        assert.match((await gapOf(renderersWith(run), asked))[1], /names something outside the repository/u);
      } else assert.match((await failed(renderersWith(run), asked)).message, /etc\/hostname/u);
    });

    test('tell nothing of the files of this machine, and ask it for nothing', async () => {
      for (const component of ['/etc/host*', '../../../../../../etc/host*', 'http://127.0.0.1:1/x']) {
        const edits = { components: [component] };
        const asked = { files, plan: { kind: 'kustomize', path: 'app', edits } as const };
        if (confinement === 'none') {
          assert.match((await gapOf(renderersWith(run), asked))[1], /is outside the repository/u);
        } else assert.doesNotMatch((await failed(renderersWith(run), asked)).message, /hostname/u);
      }
    });
  });
}

describe('Build options of kustomize', () => {
  let run: Runner;
  before(async () => {
    run = await openBedRunner();
  });
  after(async () => run.close());

  const outside: Files = {
    'app/kustomization.yaml': 'resources: [../shared/a.yaml]\n',
    'shared/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
  };

  test('count as the settings say: without one, files outside the kustomization are refused', async () => {
    const plan = { kind: 'kustomize', path: 'app', options: [] } as const;
    assert.match((await failed(renderersWith(run), { files: outside, plan })).message, /security; file/u);
    const options = ['--load-restrictor', 'LoadRestrictionsNone', '--enable-alpha-plugins'];
    const open = await succeeded(renderersWith(run), { files: outside, plan: { ...plan, options } });
    assert.equal(open.declared.length, 1);
    assert.deepEqual(open.record.parameters['options'], options);
    assert.equal(open.record.parameters['loadRestrictor'], 'LoadRestrictionsNone');
  });

  test('that run code are left out: what needs them is a gap, and a failure where they are not set', async () => {
    const generator = `apiVersion: example.com/v1
kind: Maker
metadata:
  name: m
  annotations: {config.kubernetes.io/function: "exec: {path: ./run.sh}"}
`;
    const needing: Files = {
      'app/kustomization.yaml': 'generators: [maker.yaml]\n',
      'app/maker.yaml': generator,
      'app/run.sh': { kind: 'executable', content: '#!/bin/sh\necho ran\n' },
    };
    const plan = { kind: 'kustomize', path: 'app' } as const;
    const options = ['--enable-alpha-plugins', '--enable-exec', '--network', '-e', 'A=b'];
    const [kind, why] = await gapOf(renderersWith(run), { files: needing, plan: { ...plan, options } });
    assert.equal(kind, 'plugin-unknown');
    assert.match(why, /plugins are not run/u);
    const unset = await failed(renderersWith(run), { files: needing, plan: { ...plan, options: [] } });
    assert.match(unset.message, /plugins disabled/u);
    const strange = await gapOf(renderersWith(run), {
      files: needing,
      plan: { ...plan, options: ['-o', '/x'] },
    });
    assert.deepEqual(strange, ['plugin-unknown', 'the build option -o of kustomize is not followed']);
  });

  test('let Helm inflate a chart of the repository, with what the cluster serves', async () => {
    const inflated: Files = {
      'app/kustomization.yaml': 'helmCharts: [{name: shop, releaseName: eu, valuesInline: {size: big}}]\n',
      'app/charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
      'app/charts/shop/values.yaml': 'size: small\n',
      'app/charts/shop/templates/a.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\ndata: {size: "{{ .Values.size }}", version: "{{ .Capabilities.KubeVersion.Version }}"}\n',
    };
    const plan = { kind: 'kustomize', path: 'app', options: ['--enable-helm'] } as const;
    const capabilities = { kubeVersion: 'v1.31.2', apiVersions: ['v1'] };
    const answer = await succeeded(renderersWith(run), { files: inflated, plan, capabilities });
    assert.deepEqual(
      answer.declared.map(({ object }) => object['data']),
      [{ size: 'big', version: 'v1.31.2' }],
    );
    const only = await openRunner({ programs: { kustomize: await resolve('kustomize') } });
    const without = await gapOf(renderersWith(only), { files: inflated, plan });
    await only.close();
    assert.equal(without[0], 'renderer-missing');
    assert.match(without[1], /helm4/u);
  });
});

test('where kubectl stands in for kustomize, edits are a gap that says what is missing', async (t) => {
  const run = await openRunner({ programs: { kustomize: await resolve('kubectl') } });
  t.after(async () => run.close());
  const plan = { kind: 'kustomize', path: 'app', edits: { namePrefix: 'a-' } } as const;
  const [kind, why] = await gapOf(renderersWith(run), { files, plan });
  assert.equal(kind, 'renderer-missing');
  assert.match(why, /kustomize itself is needed/u);
});
