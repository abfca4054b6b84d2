import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { ignoreRuleWidened } from '../../src/risk/rules/ignore-rule-widened.ts';
import { configMap, object } from '../diff/objects.ts';
import { brief, compared, judge, recorded, subject } from './subjects.ts';

function detail(before: KubeObject, after: KubeObject): string {
  return judge(ignoreRuleWidened, subject(compared([before], [after])))[0]?.detail ?? 'quiet';
}

function application(spec: JsonObject): KubeObject {
  return object('argoproj.io/v1alpha1', 'Application', { spec });
}

test('one more pointer, manager or rule of an Application is told; fewer are quiet', () => {
  const rule = (...jsonPointers: readonly string[]) => ({ group: 'apps', kind: 'Deployment', jsonPointers });
  const one = application({ ignoreDifferences: [rule('/spec/replicas')] });
  const two = application({ ignoreDifferences: [rule('/spec/replicas', '/spec/template')] });
  assert.match(detail(one, two), /`apps\/Deployment\/\*\/\* \/spec\/template`/);
  assert.equal(detail(two, one), 'quiet');
  assert.match(detail(application({}), one), /replicas/);
});

test('a rule that loses its name covers more objects', () => {
  const rule = (name: JsonObject) =>
    application({ ignoreDifferences: [{ kind: 'Secret', jsonPointers: ['/data'], ...name }] });
  assert.match(detail(rule({ name: 'one' }), rule({})), /Secret\/\*\/\*/);
});

test('generated Applications, Flux and Fleet are looked at too', () => {
  const ignored = { ignoreDifferences: [{ kind: 'Secret', jsonPointers: ['/data'] }] };
  const set = (spec: JsonObject) =>
    object('argoproj.io/v1alpha1', 'ApplicationSet', { spec: { template: { spec } } });
  assert.match(detail(set({}), set(ignored)), /\/data/);
  const flux = (spec: JsonObject) => object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', { spec });
  assert.match(detail(flux({}), flux({ ignore: [{ paths: ['/spec/replicas'] }] })), /replicas/);
  const bundle = (spec: JsonObject) => object('fleet.cattle.io/v1alpha1', 'Bundle', { spec });
  const patch = { apiVersion: 'v1', kind: 'Service', jsonPointers: ['/spec/type'] };
  assert.match(detail(bundle({}), bundle({ diff: { comparePatches: [patch] } })), /\/spec\/type/);
});

test("Argo CD's own settings are looked at item by item", () => {
  const settings = (data: JsonObject) => configMap(data, { name: 'argocd-cm' });
  const key = 'resource.customizations.ignoreDifferences.apps_Deployment';
  const one = settings({ [key]: 'jsonPointers:\n- /spec/replicas\n' });
  const two = settings({ [key]: 'jsonPointers:\n- /spec/replicas\n- /spec/template\n' });
  assert.match(detail(one, two), /template/);
  assert.doesNotMatch(detail(one, two), /replicas/);
  assert.equal(detail(two, one), 'quiet');
  assert.match(detail(settings({}), settings({ 'resource.exclusions': '- kinds: [Secret]\n' })), /Secret/);
  assert.equal(detail(configMap({}), configMap({ [key]: 'jsonPointers: [/spec]' })), 'quiet');
});

test('annotations that switch comparison, apply or prune off are told', () => {
  const marks = [
    ['argocd.argoproj.io/compare-options', 'IgnoreExtraneous'],
    ['argocd.argoproj.io/sync-options', 'Replace=true,Prune=false'],
    ['kustomize.toolkit.fluxcd.io/reconcile', 'Disabled'],
    ['kustomize.toolkit.fluxcd.io/ssa', 'Ignore'],
    ['kustomize.toolkit.fluxcd.io/prune', 'disabled'],
  ] as const;
  for (const [key, value] of marks) {
    assert.notEqual(detail(configMap({}), configMap({}, { annotations: { [key]: value } })), 'quiet', key);
  }
  const harmless = { annotations: { 'argocd.argoproj.io/sync-options': 'Replace=true' } };
  assert.equal(detail(configMap({}), configMap({}, harmless)), 'quiet');
});

test('real changes are found: F3', () => {
  assert.deepEqual(brief(judge(ignoreRuleWidened, recorded('F3', 'charts/app-config/integration'))), [
    'warn Application/govuk-chat',
  ]);
  assert.deepEqual(brief(judge(ignoreRuleWidened, recorded('F3', 'charts/app-config/production'))), []);
});
