import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { permits, refusalOf } from '../../../../src/reconciler/argo-cd/units/project.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { application, bothSides, file, here, home, inCluster, unitIn } from './story.ts';

function project(spec: JsonObject, name = 'team', labels: JsonObject = {}): KubeObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name, namespace: 'argocd', labels },
    spec,
  };
}

const open = {
  sourceRepos: ['*'],
  destinations: [{ server: '*', namespace: '*' }],
  clusterResourceWhitelist: [{ group: '*', kind: '*' }],
};

interface Given {
  readonly live?: readonly KubeObject[];
  readonly namespace?: string;
  readonly app?: JsonObject;
}

async function unitWith(
  spec: JsonObject,
  { live = [], namespace = 'argocd', app = {} }: Given = {},
): Promise<Unit> {
  const files = { 'web.yaml': file(application({ namespace, spec: { project: 'team', ...app } })) };
  return unitIn(files, { homes: [home([project(spec), ...live])] });
}

async function refused(spec: JsonObject, given?: Given): Promise<string> {
  return refusalOf(await unitWith(spec, given)) ?? 'allowed';
}

test('Sources are allowed by pattern, and one denial is enough', async () => {
  assert.equal(await refused(open), 'allowed');
  assert.equal(
    await refused({ ...open, sourceRepos: ['git@github.com:octo-org/shop.git', `${here}.git`] }),
    'allowed',
  );
  assert.equal(await refused({ ...open, sourceRepos: ['https://github.com/*/*'] }), 'allowed');
  assert.match(
    await refused({ ...open, sourceRepos: ['https://github.com/*'] }),
    /does not allow the source/,
  );
  assert.match(await refused({ ...open, sourceRepos: ['*', `!${here}`] }), /does not allow the source/);
  assert.match(await refused({ ...open, sourceRepos: [] }), /team does not allow the source/);
});

test('Destinations are allowed by server or name, and by namespace', async () => {
  const to = async (...destinations: JsonObject[]): Promise<string> => refused({ ...open, destinations });
  assert.equal(await to({ server: 'https://kubernetes.default.svc', namespace: 'sh*' }), 'allowed');
  assert.equal(await to({ name: 'in-cluster', namespace: 'shop' }), 'allowed');
  assert.match(
    await to({ server: '*', namespace: 'other' }),
    /destination https:\/\/kubernetes\.default\.svc with the namespace shop/,
  );
  assert.match(
    await to({ server: '*', namespace: '*' }, { server: '*', namespace: '!shop' }),
    /does not allow/,
  );
  assert.match(
    await to({ server: '*', namespace: '*' }, { server: '!*svc', namespace: '*' }),
    /does not allow/,
  );
  assert.match(
    await refused({ ...open, permitOnlyProjectScopedClusters: true }),
    /does not allow the destination/,
  );
});

test('A project may be held to the clusters that are its own', async () => {
  const ofProject = (name: string): KubeObject => {
    const text = (value: string): string => Buffer.from(value).toString('base64');
    return {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'cluster-own',
        namespace: 'argocd',
        labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
      },
      data: { name: text('own'), server: text(inCluster.server), project: text(name) },
    };
  };
  const held = { ...open, permitOnlyProjectScopedClusters: true };
  assert.equal(await refused(held, { live: [ofProject('team')] }), 'allowed');
  assert.match(await refused(held, { live: [ofProject('other')] }), /does not allow the destination/);
});

test('Applications of other namespaces need to be let in', async () => {
  const parameters = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'argocd-cmd-params-cm', namespace: 'argocd' },
    data: { 'application.namespaces': '*' },
  };
  const given = { live: [parameters], namespace: 'team-a' };
  assert.match(await refused(open, given), /no Applications in the namespace team-a/);
  assert.equal(await refused({ ...open, sourceNamespaces: ['/^team-[ab]$/'] }, given), 'allowed');
});

test('What makes a spec invalid, a project or a cluster that does not exist refuse the whole sync', async () => {
  assert.match(await refused(open, { app: { project: 'none' } }), /its project none does not exist/);
  assert.equal(await refused(open, { app: { project: 'default' } }), 'allowed');
  assert.match(
    await refused(open, { app: { destination: { name: 'none' } } }),
    /no cluster that its Argo CD knows/,
  );
  assert.match(await refused(open, { app: { source: { repoURL: here } } }), /neither a path nor a chart/);
  const twice = [
    { repoURL: here, ref: 'a', path: 'x' },
    { repoURL: here, ref: 'a' },
  ];
  assert.match(await refused(open, { app: { sources: twice } }), /the same ref/);
  assert.match(
    await refused(open, { app: { source: { repoURL: 'https://c.example', chart: 'a' } } }),
    /without a version/,
  );
});

test('Where the project was not seen nothing is refused', async () => {
  const files = { 'web.yaml': file(application({ spec: { project: 'team' } })) };
  const unit = await unitIn(files, { homes: [] });
  assert.equal(refusalOf(unit), undefined);
  assert.ok(permits(unit, { group: '', kind: 'Namespace', namespace: '', name: 'a' }));
});

test('Kinds are allowed by lists: of cluster-scoped ones only those that are named', async () => {
  const may = async (
    spec: JsonObject,
    [group, kind, namespace, name]: readonly [string, string, string, string],
  ): Promise<boolean> => permits(await unitWith({ ...open, ...spec }), { group, kind, namespace, name });
  const role = ['rbac.authorization.k8s.io', 'ClusterRole', '', 'a'] as const;
  assert.ok(await may({}, role));
  assert.ok(!(await may({ clusterResourceWhitelist: [] }, role)));
  assert.ok(!(await may({ clusterResourceBlacklist: [{ group: '*', kind: 'Cluster*' }] }, role)));
  const named = { clusterResourceWhitelist: [{ group: '', kind: 'Namespace', name: 'shop-*' }] };
  assert.ok(await may(named, ['', 'Namespace', '', 'shop-eu']));
  assert.ok(!(await may(named, ['', 'Namespace', '', 'kube-system'])));
  const quota = ['', 'ResourceQuota', 'shop', 'a'] as const;
  assert.ok(await may({}, quota));
  assert.ok(!(await may({ namespaceResourceWhitelist: [] }, quota)));
  assert.ok(!(await may({ namespaceResourceBlacklist: [{ group: '', kind: 'ResourceQuota' }] }, quota)));
  assert.ok(
    !(await may({ destinations: [{ server: '*', namespace: 'shop' }] }, ['', 'Secret', 'other', 'a'])),
  );
});

test('A project in Git counts on its side, and a global one adds to it', async () => {
  const config = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'argocd-cm', namespace: 'argocd' },
    data: { globalProjects: '- {projectName: all, labelSelector: {matchLabels: {team: x}}}\n' },
  };
  const all = project({ namespaceResourceBlacklist: [{ group: '', kind: 'Secret' }] }, 'all');
  const files = {
    'web.yaml': file(application({ spec: { project: 'team', destination: inCluster } })),
    'project.yaml': file(project(open, 'team', { team: 'x' })),
  };
  const unit = await unitIn(files, { homes: [home([project({ sourceRepos: [] }), config, all])] });
  assert.equal(refusalOf(unit), undefined);
  assert.ok(!permits(unit, { group: '', kind: 'Secret', namespace: 'shop', name: 'a' }));
  assert.ok(permits(unit, { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'a' }));
});

test('An expression that would never come to an end matches nothing, and costs its time once', async () => {
  const namespace = `${'a'.repeat(60)}-b`;
  const started = performance.now();
  for (const sourceNamespaces of [['/^(a|a)*$/'], ['/^(a|a)*$/', '/^a+-b$/']]) {
    const said = await refused({ ...open, sourceNamespaces }, { namespace });
    assert.equal(said === 'allowed', sourceNamespaces.length > 1);
  }
  assert.ok(performance.now() - started < 5000);
});

test('A project that the pull request changes is told, since it decides what is refused and what is pruned', async () => {
  const web = file(application({ spec: { project: 'team' } }));
  const closed = { ...open, namespaceResourceBlacklist: [{ group: '*', kind: '*' }] };
  const head = { 'web.yaml': web, 'docs/project.yaml': file(project(closed)) };
  const told = await bothSides({
    base: { 'web.yaml': web },
    head,
    given: { homes: [home([project(open)])] },
  });
  const found = told.head.remarks?.find(({ about }) => about === 'project-changed');
  assert.equal(found?.severity, 'block');
  assert.match(found.detail, /namespaceResourceBlacklist/);
});
