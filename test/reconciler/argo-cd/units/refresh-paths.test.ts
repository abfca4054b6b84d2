import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMask } from '../../../../src/object/mask.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { appliesOf } from '../../../../src/reconciler/argo-cd/sync/applies.ts';
import { abouts, application, discovered, file, home } from './story.ts';

const told = 'change-not-seen argo-cd/hub/argocd/web';

interface Setting {
  readonly paths: string;
  readonly changed: readonly string[];
  readonly live?: readonly KubeObject[];
}

function annotated(paths: string, path = 'apps/web'): KubeObject {
  return application({ path, annotations: { 'argocd.argoproj.io/manifest-generate-paths': paths } });
}

function compared(object: KubeObject): KubeObject {
  return { ...object, status: { sync: { revision: '1'.repeat(40) } } };
}

async function found({
  paths,
  changed,
  live = [compared(annotated(paths))],
}: Setting): Promise<readonly string[]> {
  return abouts(await discovered({ 'a.yaml': file(annotated(paths)) }, { homes: [home(live)], changed }));
}

test('A change outside of the paths that an Application names is not seen', async () => {
  assert.deepEqual(await found({ paths: '.', changed: ['base/web.yaml'] }), [told]);
  assert.deepEqual(await found({ paths: '.', changed: ['apps/webs/a.yaml'] }), [told]);
  assert.deepEqual(await found({ paths: '.;/base', changed: ['other/a.yaml'] }), [told]);
});

test('One inside of them is, however they are written', async () => {
  const seen: readonly (readonly [string, string])[] = [
    ['.', 'apps/web/a.yaml'],
    [' . ; /base', 'base/a/b.yaml'],
    ['../../base', 'base/a.yaml'],
    ['/base/*.yaml', 'base/a.yaml'],
    ['/', 'anything.yaml'],
    ['', 'anything.yaml'],
  ];
  for (const [paths, path] of seen) {
    assert.deepEqual(await found({ paths, changed: ['docs/a.md', path] }), [], `${paths} ${path}`);
  }
});

test('What was never compared, or has another source now, is rendered in any case', async () => {
  const changed = ['base/web.yaml'];
  assert.deepEqual(await found({ paths: '.', changed, live: [] }), []);
  assert.deepEqual(await found({ paths: '.', changed, live: [annotated('.')] }), []);
  const moved = compared(annotated('.', 'apps/old'));
  assert.ok(!(await found({ paths: '.', changed, live: [moved] })).includes(told));
});

test('It is said when it lands', async () => {
  const live = compared(annotated('.'));
  const { units } = await discovered(
    { 'a.yaml': file(annotated('.')) },
    { homes: [home([live])], changed: ['base/web.yaml'] },
  );
  const [unit] = units;
  assert.ok(unit);
  assert.match(appliesOf(unit, { now: 0, mask: createMask() }).when, /^with a later change in the paths/u);
});
