import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import type { Runner } from '../../src/process/run.ts';
import type { Renderers } from '../../src/render/render-unit.ts';
import { declaredIn, failed, gapOf, openBedRunner, renderersWith, succeeded } from './rendered.ts';
import { filesIn } from './tree.ts';

const corpora = join(import.meta.dirname, '../../../shared/corpora/changes');
const plan = { kind: 'kustomize', path: 'overlay' } as const;

const base = {
  'base/kustomization.yaml': `resources: [all.yaml]
configMapGenerator:
  - name: first
    literals: [a=b]
  - name: settings
    literals: [level=info]
`,
  'base/all.yaml': `# a comment
apiVersion: v1
kind: ConfigMap
metadata:
  name: one
data: {a: "1"}
---
apiVersion: v1
kind: Service
metadata:
  name: two
  annotations:
    team: a
spec: {ports: [{port: 80}]}
`,
};

describe('kustomize', () => {
  let confined: Runner;
  let open: Runner;
  let renderers: Renderers;
  before(async () => {
    confined = await openBedRunner();
    open = await openBedRunner({ confinement: 'none' });
    renderers = renderersWith(confined);
    assert.equal(confined.confinement, 'full', 'these tests need a machine that allows user namespaces');
  });
  after(async () => Promise.all([confined.close(), open.close()]));

  test('each object names the file and the line that declared it, through prefixes and generators', async () => {
    const rendered = await succeeded(renderers, {
      plan,
      files: {
        ...base,
        'overlay/kustomization.yaml': 'namePrefix: x-\nnamespace: shop\nresources: [../base]\n',
      },
    });
    assert.deepEqual(declaredIn(rendered), [
      'ConfigMap/x-first-4h2mbtbbt6 @ base/kustomization.yaml:3',
      'ConfigMap/x-one @ base/all.yaml:2',
      'ConfigMap/x-settings-k4b9tgf9m9 @ base/kustomization.yaml:5',
      'Service/x-two @ base/all.yaml:8',
    ]);
    assert.ok(!JSON.stringify(rendered.declared).includes('config.kubernetes.io/origin'));
    assert.equal(rendered.record.renderer, 'kustomize');
    assert.match(rendered.record.version, /^v5\.8\.1$/u);
    assert.deepEqual(rendered.record.parameters, { path: 'overlay', loadRestrictor: 'LoadRestrictionsNone' });
    assert.match(rendered.digest, /^sha256:[0-9a-f]{64}$/u);
  });

  test('origin annotations that the repository itself asks for stay in the objects', async () => {
    const rendered = await succeeded(renderers, {
      plan,
      files: {
        ...base,
        'overlay/kustomization.yaml': 'resources: [../base]\nbuildMetadata: [originAnnotations]\n',
      },
    });
    assert.equal(rendered.declared.length, 4);
    assert.equal(JSON.stringify(rendered.declared).split('config.kubernetes.io/origin').length - 1, 4);
  });

  test('a file outside its overlay, inside the repository, is read', async () => {
    const overlay = 'configMapGenerator:\n  - name: shared\n    files: [../shared/app.conf]\n';
    const rendered = await succeeded(renderers, {
      plan,
      files: { 'overlay/kustomization.yaml': overlay, 'shared/app.conf': 'x=1\n' },
    });
    assert.equal(rendered.declared.length, 1);
  });

  for (const host of ['../../../../../../../../etc/passwd', '/etc/passwd', '/proc/self/environ']) {
    test(`the machine's own ${host} cannot be read into an object`, async () => {
      const overlay = `configMapGenerator:\n  - name: stolen\n    files: [host=${host}]\n`;
      const { message } = await failed(renderers, { plan, files: { 'overlay/kustomization.yaml': overlay } });
      assert.match(message, /no such file or directory/u);
    });
  }

  test('a resource that does not exist fails in the line that names it (kubeflow, M1)', async () => {
    const files = await filesIn(join(corpora, 'M1-kustomization-wrong-path/head'));
    const answer = await failed(renderers, {
      files,
      plan: { kind: 'kustomize', path: 'contrib/networkpolicies' },
    });
    assert.match(answer.message, /metatada-envoy\.yaml/u);
    assert.ok(!answer.message.includes('/tmp/'));
    assert.equal(answer.place?.file, 'contrib/networkpolicies/kustomization.yaml');
    assert.equal(lineIn(files, answer.place), '- metatada-envoy.yaml');
  });

  test('a reference to a removed directory fails in the kustomization that has it (tekton, M2)', async () => {
    const files = await filesIn(join(corpora, 'M2-reference-to-removed-directory/head'));
    const answer = await failed(renderers, {
      files,
      plan: { kind: 'kustomize', path: 'tekton/cronjobs/nightly_oci' },
    });
    assert.match(answer.message, /add-pr-body-nightly/u);
    assert.equal(answer.place?.file, 'tekton/cronjobs/nightly_oci/releases/kustomization.yaml');
    assert.equal(lineIn(files, answer.place), '- add-pr-body-nightly');
  });

  test('a kustomization with a wrong indentation fails in the line that kustomize names (gitops-catalog, M3)', async () => {
    const files = await filesIn(join(corpora, 'M3-kustomization-bad-indent/head'));
    const answer = await failed(renderers, {
      files,
      plan: { kind: 'kustomize', path: 'rhsso/operator/overlays/alpha' },
    });
    assert.match(answer.message, /did not find expected '-' indicator/u);
    assert.deepEqual(answer.place, { file: 'rhsso/operator/overlays/alpha/kustomization.yaml', line: 8 });
  });

  test('the same object twice is a failure that names both places', async () => {
    const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n';
    const { message } = await failed(renderers, {
      plan,
      files: {
        'overlay/kustomization.yaml': 'resources: [a.yaml, b.yaml]\n',
        'overlay/a.yaml': object,
        'overlay/b.yaml': `\n${object}`,
      },
    });
    assert.match(message, /already registered id: ConfigMap/u);
    assert.match(message, /overlay\/a\.yaml:1 and overlay\/b\.yaml:2/u);
  });

  test('a remote base is a gap, and nothing is asked of the network', async (t) => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
    t.after(() => listener.close());
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    assert.notEqual(port, '');
    const remotes = [
      `http://127.0.0.1:${port}/base.yaml`,
      `http://127.0.0.1:${port}/org/repo.git//base?ref=v1`,
      'git@github.com:org/repo.git',
    ];
    for (const run of [confined, open]) {
      for (const remote of remotes) {
        const files = { 'overlay/kustomization.yaml': `resources: ["${remote}"]\n` };
        const [kind, why] = await gapOf(renderersWith(run), { plan, files });
        const refusedBefore = run === open && remote.startsWith('http');
        assert.equal(kind, refusedBefore ? 'source-unreadable' : 'remote-not-allowed');
        if (!refusedBefore)
          assert.match(why, remote.startsWith('http') ? /127\.0\.0\.1/u : /github\.com:org/u);
      }
    }
    assert.equal(connections, 0);
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    assert.equal(connections, 1);
  });

  test('a remote that the closure names is a gap before anything runs', async () => {
    const remotes = [{ url: 'https://example.com/base', version: undefined, place: undefined }];
    const [kind, why] = await gapOf(renderers, { plan, files: base, closure: { remotes } });
    assert.equal(kind, 'remote-not-allowed');
    assert.match(why, /example\.com\/base/u);
  });

  test('helmCharts, exec functions and plugins are gaps: none of them is ever run', async () => {
    const function_ = (runtime: string): string =>
      `transformers:\n- |-\n  apiVersion: v1\n  kind: Fn\n  metadata:\n    name: x\n    annotations:\n      config.kubernetes.io/function: |\n        ${runtime}\n`;
    const kustomizations = [
      'helmCharts: [{name: a, repo: "https://example.com/", version: 1.0.0, releaseName: "--post-renderer=./x.sh"}]\n',
      function_('exec: {path: ./x.sh}'),
      function_('container: {image: example/fn}'),
      'generators:\n- |-\n  apiVersion: team/v1\n  kind: Gen\n  metadata: {name: x}\n',
    ];
    for (const kustomization of kustomizations) {
      const [kind] = await gapOf(renderers, {
        plan,
        files: { 'overlay/kustomization.yaml': kustomization, 'overlay/x.sh': '#!/bin/sh\ntouch /tmp/ran\n' },
      });
      assert.equal(kind, 'plugin-unknown');
    }
  });

  test('a resource that is no YAML fails in its own line', async () => {
    const broken = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  bad: [\n';
    for (const file of ['overlay/a.yaml', 'base/a.yaml']) {
      const overlay = file.startsWith('base') ? 'resources: [../base]\n' : 'resources: [a.yaml]\n';
      const files = {
        'overlay/kustomization.yaml': overlay,
        'base/kustomization.yaml': 'resources: [a.yaml]\n',
        [file]: broken,
      };
      assert.deepEqual((await failed(renderers, { plan, files })).place, { file, line: 5 });
    }
  });

  test('a message of kustomize that quotes a secret is masked, also where the Secret itself does not parse', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  plain: canary-3f9a1c77\n  bad: [\n';
    const patch = 'resources: []\npatches:\n- patch: |-\n    apiVersion: v1\n    kind: canary-3f9a1c77\n';
    const generator =
      'secretGenerator:\n- name: a\n  literals: [pw=canary-3f9a1c77]\n  files: [canary-3f9a1c77]\n';
    for (const kustomization of [patch, generator]) {
      const { message } = await failed(renderersWith(confined), {
        plan,
        files: {
          'overlay/kustomization.yaml': kustomization,
          'overlay/s.yaml': kustomization === patch ? secret : '',
        },
      });
      assert.ok(message.includes('***'), message);
      assert.ok(!message.includes('canary'), message);
    }
  });

  test('where a part of the source is not here, a failure is a gap that says both', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
    const files = { 'overlay/kustomization.yaml': 'resources: [a.yaml]\n', 'overlay/a.yaml': pointer };
    const [kind, why] = await gapOf(renderers, { plan, files });
    assert.equal(kind, 'source-unreadable');
    assert.match(why, /^overlay\/a\.yaml: .*Git LFS.* Without it the render failed: /u);
  });

  test('without a confinement, nothing outside an overlay is read and a path out of the repository is a gap', async () => {
    const unconfined = renderersWith(open);
    const rendered = await succeeded(unconfined, {
      plan,
      files: { ...base, 'overlay/kustomization.yaml': 'resources: [../base]\n' },
    });
    assert.equal(rendered.declared.length, 4);
    assert.equal(rendered.record.parameters['loadRestrictor'], 'LoadRestrictionsRootOnly');
    const shared = 'configMapGenerator:\n  - name: shared\n    files: [../shared/app.conf]\n';
    const files = { 'overlay/kustomization.yaml': shared, 'shared/app.conf': 'x=1\n' };
    assert.equal((await gapOf(unconfined, { plan, files }))[0], 'source-unreadable');
    const outside = { 'overlay/kustomization.yaml': 'resources: ["../../../etc/kubernetes"]\n' };
    assert.deepEqual(await gapOf(unconfined, { plan, files: outside }), [
      'source-unreadable',
      'overlay/kustomization.yaml names something outside the repository',
    ]);
  });
});

function lineIn(
  files: Awaited<ReturnType<typeof filesIn>>,
  place: { readonly file: string; readonly line: number } | undefined,
): string {
  const content = place === undefined ? undefined : files[place.file];
  assert.ok(Buffer.isBuffer(content));
  return content.toString('utf8').split('\n')[(place?.line ?? 0) - 1]?.trim() ?? '';
}
