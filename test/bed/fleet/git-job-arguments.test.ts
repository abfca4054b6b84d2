import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { gitJobArguments, gitJobTargets } from './git-job-arguments.ts';

const gitRepo = (spec: JsonObject, labels: JsonObject = {}): KubeObject => ({
  apiVersion: 'fleet.cattle.io/v1alpha1',
  kind: 'GitRepo',
  metadata: { name: 'shop', namespace: 'fleet-local', labels },
  spec,
});

it('gives what a Job without any setting gets', () => {
  assert.deepEqual(gitJobArguments(gitRepo({}), '/t.yaml'), [
    'apply',
    '--targets-file=/t.yaml',
    '--label=fleet.cattle.io/repo-name=shop',
    '--namespace',
    'fleet-local',
    '--service-account',
    '',
    '--sync-generation=0',
    '--paused=false',
    '--target-namespace',
    '',
    '--oci-registry-secret',
    '',
    '--',
    'shop',
    '.',
  ]);
});

it('gives the paths, the labels and each switch', () => {
  const spec = {
    paths: ['one', 'two/*'],
    paused: true,
    keepResources: true,
    correctDrift: { enabled: true, force: true },
    forceSyncGeneration: 3,
  };
  const given = gitJobArguments(gitRepo(spec, { team: 'blue' }), '/t.yaml');
  assert.deepEqual(given.slice(-3), ['shop', 'one', 'two/*']);
  const switches = given.filter((each) => /^--(?:keep|correct|paused|sync|label)/u.test(each));
  assert.deepEqual(switches, [
    '--label=fleet.cattle.io/repo-name=shop,team=blue',
    '--sync-generation=3',
    '--paused=true',
    '--keep-resources',
    '--correct-drift',
    '--correct-drift-force',
  ]);
});

it('gives the bundles instead of the paths, with a separator that none of them has', () => {
  const bundles = [{ base: 'a:b', options: 'fleet.yaml' }, { base: 'c' }];
  const given = gitJobArguments(gitRepo({ bundles, paths: ['one'] }), '/t.yaml');
  assert.deepEqual(given.slice(-7), [
    '--driven-scan',
    '--driven-scan-sep',
    ',',
    '--',
    'shop',
    'a:b,fleet.yaml',
    'c',
  ]);
});

it('refuses what only a Pod could have mounted', () => {
  assert.throws(() => gitJobArguments(gitRepo({ helmSecretName: 'charts' }), '/t.yaml'), /Helm Secret/u);
});

it('restricts to the targets, and to the group `default` where there are none', () => {
  const group = [{ name: 'default', clusterGroup: 'default' }];
  assert.deepEqual(gitJobTargets(gitRepo({})), { targets: group, targetRestrictions: group });
  const targets = [{ name: 'west', clusterSelector: { matchLabels: { region: 'west' } } }];
  assert.deepEqual(gitJobTargets(gitRepo({ targets })), { targets, targetRestrictions: targets });
});
