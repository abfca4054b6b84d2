import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Said } from '../../../src/reconciler/attempt.ts';
import { unitCourse } from '../../../src/reconciler/argo-cd/unit-course.ts';
import { anyFields } from '../../../src/object/merge/patch-strategy.ts';
import { attemptsOf, object, unitOf } from './sync/story.ts';

const strategies = (): { readonly kind: 'strategic-merge'; readonly schema: typeof anyFields } => ({
  kind: 'strategic-merge',
  schema: anyFields,
});

async function courses(expression: string): Promise<readonly string[]> {
  const rule = { group: '', kind: 'ConfigMap', jqPathExpressions: [expression] };
  const source = { repoURL: 'https://github.com/octo-org/shop', path: 'shop' };
  const spec = { source, destination: { namespace: 'shop' }, ignoreDifferences: [rule] };
  const unit = unitOf({ application: { spec }, settings: { project: null, projectKnown: false } });
  const live = [object('ConfigMap/a', { rest: { data: { a: '1' } } }), object('Secret/b')];
  const desired = [object('ConfigMap/a', { rest: { data: { a: '2' } } }), object('Secret/b')];
  const attempts = await attemptsOf(unit, { desired, live });
  const said = attempts.map((attempt): Said => {
    const is = live.find(({ kind }) => kind === attempt.object.kind);
    return { attempt, live: is, prediction: { kind: 'object', object: attempt.object } };
  });
  const found = await unitCourse(unit, said, { gone: false, strategies, now: 0 });
  return said.map(({ attempt }, index) => {
    const one = found[index];
    const why = one !== undefined && 'why' in one ? `: ${one.why}` : '';
    return `${attempt.object.kind} ${one?.kind ?? 'none'}${why}`;
  });
}

test('Where an expression of an ignore rule takes too long, the object is not known, and others are', async () => {
  assert.deepEqual(await courses('repeat(.)'), [
    'Secret as-said',
    'ConfigMap unknown: a jq expression of its ignore rules took too long, so what it hides is not known',
  ]);
  assert.deepEqual(await courses('.data.b'), ['Secret as-said', 'ConfigMap as-said']);
});
