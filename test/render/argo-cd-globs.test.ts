import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { openRunner, type Runner } from '../../src/process/run.ts';
import type { RenderPlan } from '../../src/reconciler/render-plan.ts';
import { resolve } from '../bed/resolve.ts';
import { gapOf, renderersWith, succeeded } from './rendered.ts';
import type { Files } from './tree.ts';

type Plan = Extract<RenderPlan, { readonly kind: 'directory' }>;

const plan: Plan = { kind: 'directory', path: 'app', recurse: true, dialect: 'argo-cd' };

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
}

describe('include and exclude of a directory of Argo CD', () => {
  let run: Runner;
  before(async () => {
    run = await openRunner({ programs: { gotemplate: await resolve('gotemplate') } });
  });
  after(async () => run.close());

  async function namesIn(files: Files, more: Partial<Plan>): Promise<readonly string[]> {
    const { declared } = await succeeded(renderersWith(run), { plan: { ...plan, ...more }, files });
    return declared.map(({ object }) => object.metadata.name);
  }

  const globs: readonly (readonly [string, Partial<Plan>, readonly string[]])[] = [
    ['what is included', { include: '*.yaml' }, ['a', 'x', 'z']],
    ['a star crosses slashes', { include: 'sub/*.yaml' }, ['x', 'z']],
    ['what is excluded', { exclude: '*.yaml' }, ['b']],
    ['exclude goes before include', { include: '*.yaml', exclude: '{a,sub/x}.yaml' }, ['z']],
    ['a pattern is for the whole path', { include: 'x.yaml' }, []],
    ['an include that does not compile', { include: '[a-' }, []],
    ['an exclude that does not compile', { exclude: '[a-' }, ['a', 'b', 'x', 'z']],
  ];
  for (const [what, more, expected] of globs) {
    test(what, async () => {
      const files = {
        'app/a.yaml': configMap('a'),
        'app/b.yml': configMap('b'),
        'app/sub/x.yaml': configMap('x'),
        'app/sub/deep/y.yaml': configMap('z'),
      };
      const order = ['a', 'b', 'z', 'x'];
      const names = await namesIn(files, more);
      assert.deepEqual(
        names,
        order.filter((name) => expected.includes(name)),
      );
      assert.equal(names.length, expected.length);
    });
  }

  test('of a group find what the library of Argo CD finds, and without it nothing is guessed', async () => {
    const files = { 'app/in/env.yaml': configMap('a'), 'app/in/b.yaml': configMap('b') };
    const whole = { include: 'in/{env,b}*' };
    const found = { include: 'in/{env*,b.yaml}' };
    assert.deepEqual(await namesIn(files, whole), ['b', 'a']);
    assert.deepEqual(await namesIn(files, found), ['b']);
    const bare = await openRunner({ programs: {} });
    try {
      const [kind, why] = await gapOf(renderersWith(bare), { plan: { ...plan, ...found }, files });
      assert.equal(kind, 'renderer-missing');
      assert.match(why, /no proofline-gotemplate on PATH/u);
      const plain = { plan: { ...plan, include: 'in/*' }, files };
      assert.equal((await succeeded(renderersWith(bare), plain)).declared.length, 2);
    } finally {
      await bare.close();
    }
  });
});
