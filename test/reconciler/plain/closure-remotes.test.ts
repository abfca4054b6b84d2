import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closureAt } from './story.ts';

test('What a kustomization fetches is a remote with its place', async () => {
  const files = {
    'a/kustomization.yaml': `resources:
  - https://example.com/x.yaml
  - github.com/acme/base//deploy?ref=v1.2
  - git@example.com:acme/base.git?ref=main
  - v1.2/local
helmCharts:
  - {name: web, repo: "https://charts.example.com/", version: 1.2.3, valuesFile: v.yaml}
  - {name: vendored, repo: "https://charts.example.com", version: 2.0.0}
`,
    'a/charts/vendored-2.0.0/vendored/Chart.yaml': 'name: vendored\n',
    'a/v.yaml': '',
  };
  const closure = await closureAt(files, 'a');
  const at = (line: number): object => ({ file: 'a/kustomization.yaml', line });
  const named = (reference: string): object => ({
    kind: 'base',
    file: { path: 'a/kustomization.yaml' },
    reference,
  });
  assert.deepEqual(closure.remotes, [
    {
      kind: 'chart',
      repository: 'https://charts.example.com/',
      name: 'web',
      version: '1.2.3',
      place: at(7),
      use: { kind: 'inflated', home: { path: 'a/charts/web-1.2.3' }, name: 'web' },
    },
    {
      kind: 'file',
      url: 'https://example.com/x.yaml',
      place: at(2),
      use: named('https://example.com/x.yaml'),
    },
    {
      kind: 'git',
      url: 'https://github.com/acme/base',
      revision: 'v1.2',
      path: 'deploy',
      place: at(3),
      use: named('github.com/acme/base//deploy?ref=v1.2'),
    },
    {
      kind: 'git',
      url: 'git@example.com:acme/base.git',
      revision: 'main',
      path: '.',
      place: at(4),
      use: named('git@example.com:acme/base.git?ref=main'),
    },
  ]);
  assert.deepEqual(closure.paths, [
    'a/charts/vendored-2.0.0/',
    'a/kustomization.yaml',
    'a/v.yaml',
    'a/v1.2/local',
  ]);
});
