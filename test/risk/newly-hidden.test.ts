import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewlyHiddenIn } from '../../src/risk/rule.ts';
import { ignoreRuleWidened } from '../../src/risk/rules/ignore-rule-widened.ts';
import { object } from '../diff/objects.ts';
import { compared, judge, subject } from './subjects.ts';

const application = { group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name: 'web' };

function replicas(name: string): NewlyHiddenIn['hidden'][number] {
  return {
    object: { group: 'apps', kind: 'Deployment', namespace: 'shop', name },
    fields: [['spec', 'replicas']],
  };
}

const rule: NewlyHiddenIn = {
  unit: 'argo-cd/-/argocd/web',
  writtenIn: application,
  place: { file: 'apps/web.yaml', line: 3 },
  rule: '/spec/replicas of apps/Deployment',
  hidden: [replicas('web'), replicas('api')],
  stillWritten: false,
  live: 9,
};

const declaration = (spec: object) =>
  object('argoproj.io/v1alpha1', 'Application', { metadata: { namespace: 'argocd' }, spec: { ...spec } });
const before = declaration({});
const after = declaration({
  ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }],
});

test('a wider rule is one finding, with the live fields that it hides and on how many objects', () => {
  const found = judge(ignoreRuleWidened, subject(compared([before], [after]), { newlyHidden: [rule] }));
  assert.equal(found.length, 1);
  assert.match(found[0]?.detail ?? '', /leaves alone: `apps\/Deployment/);
  assert.match(found[0]?.detail ?? '', /it hides `\.spec\.replicas` on 2 objects\.$/);
});

test('that the sync overwrites what is hidden, and that no live object was seen, is said', () => {
  const detail = (parts: Partial<NewlyHiddenIn>): string =>
    judge(ignoreRuleWidened, subject([], { newlyHidden: [{ ...rule, ...parts }] }))[0]?.detail ?? '';
  assert.match(detail({ stillWritten: true }), /still overwrites what is hidden whenever/);
  assert.match(detail({ hidden: [], live: 0 }), /not known: no live object was seen/);
  assert.match(detail({ hidden: [] }), /No live object of these units has such a field now/);
});

test('a rule in settings that no unit declares is one finding for all units that it reaches', () => {
  const writtenIn = { group: '', kind: 'ConfigMap', namespace: 'argocd', name: 'argocd-cm' };
  const inSettings = { ...rule, writtenIn, place: undefined };
  const newlyHidden = [inSettings, { ...inSettings, unit: 'argo-cd/-/argocd/other' }];
  const found = judge(ignoreRuleWidened, subject([], { newlyHidden }));
  assert.deepEqual(
    found.map(({ title, unit }) => [title, unit]),
    [['ConfigMap `argocd/argocd-cm` hides more from its reconciler', undefined]],
  );
  assert.match(found[0]?.detail ?? '', /on 4 objects/);
});
