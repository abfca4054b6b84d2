import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { discover } from '../../../../src/reconciler/flux/units/discover.ts';
import { betweenSides } from '../../../../src/reconciler/flux/units/images.ts';
import { declarations, file, repository } from './story.ts';

function image(kind: string, spec: JsonObject): KubeObject {
  const metadata = { name: 'web', namespace: 'flux-system' };
  return { apiVersion: 'image.toolkit.fluxcd.io/v1', kind, metadata, spec };
}

function automation(git: JsonObject, more: JsonObject = {}): KubeObject {
  const sourceRef = { kind: 'GitRepository', name: 'flux-system' };
  return image('ImageUpdateAutomation', {
    interval: '5m',
    sourceRef,
    git,
    update: { path: './apps' },
    ...more,
  });
}

async function said(before: readonly KubeObject[], after: readonly KubeObject[]): Promise<readonly string[]> {
  const between = betweenSides();
  const files = (objects: readonly KubeObject[]): Record<string, string> => ({
    'images.yaml': file(repository, ...objects),
  });
  await discover(declarations(files(before), { side: 'base' }), between);
  const { remarks = [] } = await discover(declarations(files(after)), between);
  return remarks.map(({ about, severity }) => `${about} ${severity}`);
}

describe('image automation', () => {
  it('is said to pass no review where it pushes to the branch that Flux follows', async () => {
    const main = { checkout: { ref: { branch: 'main' } }, commit: {} };
    assert.deepEqual(await said([], [automation(main)]), ['images-written-unreviewed warn']);
    assert.deepEqual(await said([], [automation({ commit: {} })]), ['images-written-unreviewed warn']);
    const other = automation({ ...main, push: { branch: 'images' } });
    assert.deepEqual(await said([], [other]), ['images-written-to-branch info']);
    assert.deepEqual(await said([other], [automation(main)]), ['images-written-unreviewed warn']);
    assert.deepEqual(
      await said([], [automation({ ...main, push: { refspec: 'refs/heads/a:refs/heads/b' } })]),
      ['images-written-unreviewed warn'],
    );
  });

  it('is not spoken of where it does not change, or is suspended', async () => {
    assert.deepEqual(await said([automation({})], [automation({})]), []);
    assert.deepEqual(await said([], [automation({}, { suspend: true })]), []);
  });

  it('is said to choose otherwise where its policy changes', async () => {
    const policy = (range: string): KubeObject => image('ImagePolicy', { policy: { semver: { range } } });
    assert.deepEqual(await said([policy('1.x')], [policy('>=1.0.0-0')]), ['image-policy-changed warn']);
    assert.deepEqual(await said([policy('1.x')], [policy('1.x')]), []);
    assert.deepEqual(await said([], [policy('1.x')]), []);
  });
});
