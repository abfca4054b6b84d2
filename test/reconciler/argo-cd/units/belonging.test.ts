import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { words } from '../../../../src/object/masked.ts';
import {
  application,
  argoIn,
  cluster,
  discovered,
  file,
  here,
  home,
  inCluster,
  installation,
  origin,
} from './story.ts';

test('The merge moves branches, and neither tags nor commits', async () => {
  const movesAt = async (targetRevision: string, branch = 'main'): Promise<boolean> => {
    const source = { repoURL: here, path: 'web', targetRevision };
    const files = { 'web.yaml': file(application({ spec: { source } })) };
    return (await argoIn(files, { origin: { ...origin, branch } })).moves;
  };
  for (const revision of ['', 'HEAD', 'main', 'refs/heads/main'])
    assert.ok(await movesAt(revision), revision);
  for (const revision of ['v1.0.0', '1.*', 'a'.repeat(40), 'release', 'refs/tags/main']) {
    assert.ok(!(await movesAt(revision)), revision);
  }
  assert.ok(await movesAt('release', 'release'));
  assert.ok(!(await movesAt('HEAD', 'release')));
});

test('Destinations are clusters as the operator names them, and one that nobody knows is a gap', async () => {
  const secret = (name: string, server: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `cluster-${name}`, namespace: 'argocd' },
    data: Object.fromEntries(
      Object.entries({ name, server, namespaces: 'a,b' }).map(([key, text]) => [
        key,
        Buffer.from(text).toString('base64'),
      ]),
    ),
  });
  const given = {
    homes: [home([secret('edge', 'https://edge.example:6443/'), secret('far', 'https://far.example')])],
    clusters: [cluster('hub'), cluster('edge-eu', ['https://edge.example:6443'])],
  };
  const to = async (destination: Record<string, string>): Promise<readonly unknown[]> => {
    const { units, gaps } = await discovered(
      { 'web.yaml': file(application({ spec: { destination } })) },
      given,
    );
    const [unit] = units;
    assert.ok(unit);
    return [
      unit.target.cluster,
      argoUnit(unit).destination?.name ?? null,
      gaps.map(({ kind, why }) => `${kind}: ${why}`),
    ];
  };
  assert.deepEqual(await to({ name: 'edge', namespace: 'shop' }), ['edge-eu', 'edge', []]);
  assert.deepEqual(await to({ server: 'https://edge.example:6443', namespace: 'shop' }), [
    'edge-eu',
    'edge',
    [],
  ]);
  assert.deepEqual(await to({ name: 'in-cluster' }), ['hub', 'in-cluster', []]);
  assert.deepEqual(await to({ name: 'none' }), [undefined, null, []]);
  assert.deepEqual(await to({ name: 'far' }), [
    undefined,
    'far',
    [
      'no-cluster: it deploys to https://far.example, and the operator’s file names no cluster that is known by this',
    ],
  ]);
});

test('Without an installation the usual one is assumed, and the only cluster is its own', async () => {
  const { units, gaps } = await discovered(
    { 'web.yaml': file(application({ namespace: '' })) },
    { homes: [] },
  );
  assert.deepEqual(
    units.map(({ id, home: own, target }) => [id, own.cluster, target]),
    [['argo-cd/-/argocd/web', undefined, { cluster: 'hub', namespace: 'shop' }]],
  );
  assert.deepEqual(
    gaps.map(({ kind, why }) => `${kind}: ${why}`),
    [
      'installation-unnamed: no installation of Argo CD is named, so one of the newest judged version with its usual settings is assumed',
    ],
  );
});

test('Where no controller is seen, the gap asks whether the namespace is right', async () => {
  const files = { 'web.yaml': file(application()) };
  const unversioned = { ...installation, version: undefined };
  const [none, ...others] = (await discovered(files, { homes: [home([], { installation: unversioned })] }))
    .gaps;
  assert.deepEqual(others, []);
  assert.match(none?.why ?? '', /^no controller of Argo CD is in argocd of hub, .* if it runs elsewhere/);
  const object = { group: 'apps', kind: 'StatefulSet', namespace: 'argocd', name: '*' };
  const gap = { kind: 'cluster-forbidden' as const, unit: undefined, object, why: words`it may not` };
  const unread = await discovered(files, { homes: [home([], { installation: unversioned, gaps: [gap] })] });
  assert.match(
    unread.gaps.map(({ why }) => why).join(),
    /the version of the Argo CD in argocd of hub is not known/,
  );
});

test('Each of two installations has its own Applications', async () => {
  const second = { ...installation, cluster: 'edge', namespace: 'gitops' };
  const homes = [
    home([application({ name: 'a' })]),
    home([application({ name: 'b', namespace: 'gitops' })], { installation: second }),
  ];
  const files = {
    'a.yaml': file(application({ name: 'a' })),
    'b.yaml': file(application({ name: 'b', namespace: 'gitops' })),
    'c.yaml': file(application({ name: 'c', namespace: 'gitops', spec: { destination: inCluster } })),
  };
  const found = await discovered(files, { homes, clusters: [cluster('hub'), cluster('edge')] });
  assert.deepEqual(
    found.units.map(({ id, target }) => `${id} -> ${target.cluster ?? '-'}`),
    ['argo-cd/edge/gitops/b -> edge', 'argo-cd/edge/gitops/c -> edge', 'argo-cd/hub/argocd/a -> hub'],
  );
});
