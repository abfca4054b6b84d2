import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments, usage } from '../../src/cli/arguments.ts';
import { installationKinds } from '../../src/config/operator.ts';
import { unseen } from '../../src/risk/rules/not-seen.ts';

test('a review needs nothing but a base: head is the working tree, the cluster the current context', () => {
  assert.deepEqual(readArguments(['review', '--base', 'main']), {
    kind: 'review',
    base: 'main',
    head: undefined,
    cluster: { kind: 'context', name: undefined },
    installations: [],
    remoteHosts: [],
    format: 'text',
    path: '.',
    diffExitCode: false,
  });
});

test('options may stand before or after the path', () => {
  const before = readArguments(['review', '--base', 'a', '--head', 'b', '--no-cluster', 'repo']);
  const after = readArguments(['review', 'repo', '--no-cluster', '--base', 'a', '--head', 'b']);
  assert.deepEqual(before, after);
  assert.equal(before.kind === 'review' && before.cluster.kind, 'none');
});

const mistakes: readonly (readonly [string[], RegExp])[] = [
  [['review'], /--base/u],
  [['review', '--base', 'main', '--format', 'yaml'], /text, markdown, json/u],
  [['review', '--base', 'main', '--no-cluster', '--context', 'kind'], /exclude each other/u],
  [['review', '--base', 'main', '--dryrun'], /--dryrun/u],
  [['review', '--base', 'main', 'a', 'b'], /one path/u],
  [['cluster', 'remove', 'kind'], /cluster add/u],
  [['policy'], /policy check/u],
  [['apply'], /no command “apply”/u],
];
for (const [argv, why] of mistakes) {
  test(`“${argv.join(' ')}” is refused with what to do`, () => {
    const command = readArguments(argv);
    assert.equal(command.kind, 'wrong');
    assert.match(command.kind === 'wrong' ? command.why : '', why);
  });
}

test('cluster add prints by default and applies only when told to', () => {
  assert.deepEqual(readArguments(['cluster', 'add', 'prod']), {
    kind: 'cluster-add',
    context: 'prod',
    apply: false,
    secrets: 'none',
    printKubeconfig: false,
  });
});

test('reconcilers and remote hosts may be named several times, and a reconciler needs a cluster', () => {
  const words =
    '--argo-cd argocd --fleet cattle-fleet-system --argo-cd team --flux flux-system --remote-host charts.example.com';
  const command = readArguments(['review', '--base', 'a', ...words.split(' ')]);
  assert.equal(command.kind, 'review');
  assert.deepEqual(command.installations, [
    { kind: 'argo-cd', namespace: 'argocd' },
    { kind: 'argo-cd', namespace: 'team' },
    { kind: 'flux', namespace: 'flux-system' },
    { kind: 'fleet', namespace: 'cattle-fleet-system' },
  ]);
  assert.deepEqual(command.remoteHosts, ['charts.example.com']);
});

for (const kind of installationKinds) {
  test(`--${kind} is told in the help, and has no meaning without a cluster`, () => {
    assert.match(usage, new RegExp(`^      --${kind} <ns> `, 'mu'));
    assert.deepEqual(readArguments(['review', '--base', 'a', `--${kind}`, 'there', '--no-cluster']), {
      kind: 'wrong',
      why: `--${kind} and --no-cluster exclude each other`,
    });
  });

  test(`Where no installation is named, the advice names --${kind} too`, () => {
    assert.ok(unseen['installation-unnamed'].advice.includes(`\`--${kind}\``));
  });
}
