import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from '../../src/cli/arguments.ts';

test('a review needs nothing but a base: head is the working tree, the cluster the current context', () => {
  assert.deepEqual(readArguments(['review', '--base', 'main']), {
    kind: 'review',
    base: 'main',
    head: undefined,
    cluster: { kind: 'context', name: undefined },
    argoCd: [],
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

test('an Argo CD and remote hosts may be named several times, and an Argo CD needs a cluster', () => {
  const argv = [
    'review',
    '--base',
    'a',
    '--argo-cd',
    'argocd',
    '--argo-cd',
    'team',
    '--remote-host',
    'charts.example.com',
  ];
  const command = readArguments(argv);
  assert.equal(command.kind, 'review');
  assert.deepEqual([command.argoCd, command.remoteHosts], [['argocd', 'team'], ['charts.example.com']]);
  assert.deepEqual(readArguments([...argv, '--no-cluster']), {
    kind: 'wrong',
    why: '--argo-cd and --no-cluster exclude each other',
  });
});
