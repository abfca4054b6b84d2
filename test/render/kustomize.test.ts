import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import type { Runner } from '../../src/process/run.ts';
import type { Renderers } from '../../src/render/render-unit.ts';
import { declaredIn, failed, openBedRunner, renderersWith, succeeded } from './rendered.ts';
import { overlaid as base } from './overlaid.ts';
import { filesIn } from './tree.ts';

const corpora = join(import.meta.dirname, '../../../shared/corpora/changes');
const plan = { kind: 'kustomize', path: 'overlay' } as const;

describe('kustomize', () => {
  let confined: Runner;
  let renderers: Renderers;
  before(async () => {
    confined = await openBedRunner();
    renderers = renderersWith(confined);
    assert.equal(confined.confinement, 'full', 'these tests need a machine that allows user namespaces');
  });
  after(async () => confined.close());

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
});

function lineIn(
  files: Awaited<ReturnType<typeof filesIn>>,
  place: { readonly file: string; readonly line: number } | undefined,
): string {
  const content = place === undefined ? undefined : files[place.file];
  assert.ok(Buffer.isBuffer(content));
  return content.toString('utf8').split('\n')[(place?.line ?? 0) - 1]?.trim() ?? '';
}
