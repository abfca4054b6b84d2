import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageReference } from '../../src/risk/image-reference.ts';
import { imageChanged } from '../../src/risk/rules/image-changed.ts';
import { deployment, object } from '../diff/objects.ts';
import { brief, compared, judge, recorded, subject } from './subjects.ts';

const digest = `sha256:${'9f'.repeat(32)}`;

function found(from: string, to: string): string {
  const [finding] = judge(
    imageChanged,
    subject(compared([deployment({ image: from })], [deployment({ image: to })])),
  );
  return finding ? `${finding.severity}: ${finding.title.replace(/^Deployment `shop\/web` /, '')}` : 'quiet';
}

test('a reference is read as container runtimes read it', () => {
  const hub = { registry: 'docker.io', tag: undefined, digest: undefined };
  assert.deepEqual(imageReference('nginx'), { ...hub, repository: 'library/nginx' });
  assert.deepEqual(imageReference('acme/web:1'), { ...hub, repository: 'acme/web', tag: '1' });
  assert.deepEqual(imageReference(`localhost:5000/web:1@${digest}`), {
    registry: 'localhost:5000',
    repository: 'web',
    tag: '1',
    digest,
  });
  assert.deepEqual(imageReference('ghcr.io/acme/web'), {
    ...hub,
    registry: 'ghcr.io',
    repository: 'acme/web',
  });
});

test('a move of the publisher and a lost pin are warned of, a new version is told', () => {
  assert.equal(found('acme/web:1', 'ghcr.io/acme/web:1'), 'warn: takes an image from another registry');
  assert.equal(found('gcr.io/a/web:1', 'gcr.io/b/web:1'), 'warn: takes an image from another repository');
  assert.equal(found(`web:1@${digest}`, 'web:1'), 'warn: no longer pins an image by its digest');
  assert.equal(found('web:1', 'web:latest'), 'warn: uses an image without a fixed version');
  assert.equal(found('web:1', 'web'), 'warn: uses an image without a fixed version');
  assert.equal(found('web:1', 'web:2'), 'info: changes the version of an image');
  assert.equal(found('web:1', `web:1@${digest}`), 'info: changes an image under the same tag');
  assert.equal(found('web:1', 'web:1'), 'quiet');
  assert.equal(found('nginx:1', 'docker.io/library/nginx:1'), 'quiet');
});

test('images are found in custom resources and in the values of charts', () => {
  const release = (repository: string) =>
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
      spec: { values: { image: { repository, tag: '1' } } },
    });
  const prometheus = (image: string) => object('monitoring.coreos.com/v1', 'Prometheus', { spec: { image } });
  const before = [release('a/web'), prometheus('quay.io/p/p:1')];
  const after = [release('b/web'), prometheus('quay.io/p/p:2')];
  assert.deepEqual(brief(judge(imageChanged, subject(compared(before, after)))), [
    'info Prometheus/web',
    'warn HelmRelease/web',
  ]);
});

test('a new workload is told only when an image has no fixed version', () => {
  assert.deepEqual(judge(imageChanged, subject(compared([], [deployment({ image: 'web:1' })]))), []);
  assert.deepEqual(brief(judge(imageChanged, subject(compared([], [deployment({ image: 'web' })])))), [
    'warn Deployment/web',
  ]);
});

test('real moves are found: E2, E6', () => {
  const moved = judge(imageChanged, recorded('E2', 'helm-chart'));
  assert.equal(moved.length, 11);
  assert.ok(moved.every(({ severity }) => severity === 'warn'));
  assert.deepEqual(brief(judge(imageChanged, recorded('E6', 'manifests'))), [
    'warn Deployment/blackbox-exporter',
  ]);
});
