import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison } from '../../src/diff/change.ts';
import type { JsonObject } from '../../src/object/json.ts';
import { lastApplied } from '../../src/object/last-applied.ts';
import { compareOne, configMap, object, served } from './objects.ts';

function told({ change }: Comparison) {
  return change.fields.map(({ path, before, after, causes, writer }) => [
    path,
    before,
    after,
    causes.join(),
    writer,
  ]);
}

const ours: JsonObject = { 'f:data': { 'f:a': {}, 'f:b': {} } };

test('a field that the pull request changes is told apart from one that somebody edited', () => {
  const { only } = compareOne({
    base: configMap({ a: '1', b: '1' }),
    head: configMap({ a: '2', b: '1' }),
    live: served(configMap({ a: '1', b: '9' }), [
      ['kubectl', 'Apply', { 'f:data': { 'f:a': {} } }],
      ['kubectl-edit', 'Update', { 'f:data': { 'f:b': {} } }],
    ]),
    basePrediction: served(configMap({ a: '1', b: '1' })),
    prediction: served(configMap({ a: '2', b: '1' }), [['kubectl', 'Apply', ours]]),
  });
  assert.equal(only.change.action, 'configured');
  assert.deepEqual(told(only), [
    ['.data.a', '"1"', '"2"', 'pull-request', 'kubectl'],
    ['.data.b', '"9"', '"1"', 'drift', 'kubectl-edit'],
  ]);
  assert.deepEqual(only.change.causes, ['pull-request', 'drift']);
});

test('a change that base has and no apply has brought is unsynced', () => {
  const { only } = compareOne({
    base: configMap({ a: '2' }),
    head: configMap({ a: '2' }),
    live: served(configMap({ a: '1' }), [['kubectl', 'Apply', ours]]),
    prediction: served(configMap({ a: '2' }), [['kubectl', 'Apply', ours]]),
  });
  assert.deepEqual(told(only), [['.data.a', '"1"', '"2"', 'unsynced', 'kubectl']]);
});

test('one field can be drift and the pull request at once', () => {
  const { only } = compareOne({
    base: configMap({ a: '1' }),
    head: configMap({ a: '2' }),
    live: served(configMap({ a: '9' }), [['kubectl-edit', 'Update', ours]]),
    basePrediction: served(configMap({ a: '1' })),
    prediction: served(configMap({ a: '2' }), [['kubectl', 'Apply', ours]]),
  });
  assert.deepEqual(only.change.causes, ['pull-request', 'drift']);
});

test("the reconciler's own record tells unsynced from drift", () => {
  const story = {
    base: configMap({ a: '2', b: '1' }),
    head: configMap({ a: '2', b: '1' }),
    live: served(configMap({ a: '1', b: '9' })),
    prediction: served(configMap({ a: '2', b: '1' })),
  };
  const applied = { kind: 'objects', objects: [configMap({ a: '1', b: '1' })] } as const;
  const { only } = compareOne(story, { applied });
  assert.deepEqual(
    only.change.fields.map(({ path, causes }) => [path, causes.join()]),
    [
      ['.data.a', 'unsynced'],
      ['.data.b', 'drift'],
    ],
  );
});

test('a field that nobody owns is the work of admission, or of defaulting where its name says so', () => {
  const { only } = compareOne({
    base: configMap({ a: '1' }),
    head: configMap({ a: '1' }),
    live: served(configMap({ a: '1' }), [['kubectl', 'Apply', ours]]),
    prediction: served(configMap({ a: '1' }, { labels: { injected: 'yes' }, finalizers: ['x/y'] }), [
      ['kubectl', 'Apply', ours],
    ]),
  });
  assert.deepEqual(
    only.change.fields.map(({ path, writer }) => [path, writer]),
    [
      ['.metadata.finalizers', 'defaulting'],
      ['.metadata.labels', 'admission'],
    ],
  );
});

test('what the server writes by itself is no change', () => {
  const noisy = served(configMap({ a: '1' }, { annotations: { 'deployment.kubernetes.io/revision': '7' } }));
  const { only } = compareOne({
    base: configMap({ a: '1' }),
    head: configMap({ a: '1' }),
    live: { ...noisy, status: { seen: true } },
    prediction: {
      ...served(configMap({ a: '1' })),
      metadata: { name: 'web', namespace: 'shop', uid: 'other', generation: 3 },
    },
  });
  assert.equal(only.change.action, 'unchanged');
  assert.deepEqual([only.change.fields, only.change.text, only.change.causes], [[], '', []]);
});

test('what the last sync rendered counts where the object has no annotation, and before who owns a field', () => {
  const last = configMap({ a: '1', b: '1' });
  const base = configMap({ a: '2', b: '1' });
  const live = served(configMap({ a: '1', b: '9' }), [['argocd-controller', 'Apply', ours]]);
  const story = { base, head: base, live, prediction: served(base) };
  const applied = { kind: 'annotation-or-managed-fields', manager: 'argocd-controller' } as const;
  const causes = ({ only: { change } }: ReturnType<typeof compareOne>) => [
    change.applied,
    ...change.fields.map((field) => field.causes.join()),
  ];
  assert.deepEqual(causes(compareOne(story, { applied })), ['managed-fields', 'unsynced', 'unsynced']);
  assert.deepEqual(causes(compareOne(story, { applied, lastSynced: [last] })), [
    'last-sync',
    'unsynced',
    'drift',
  ]);
});

test('an annotation that is older than a server-side apply is not what was applied last', () => {
  const base = configMap({ a: '3' });
  const annotated = (operation: 'Apply' | 'Update') => {
    const live = served(configMap({ a: '1' }), [['argocd-controller', operation, ours]]);
    const annotations = { [lastApplied]: JSON.stringify(configMap({ a: '2' })) };
    const marked = { ...live, metadata: { ...live.metadata, annotations } };
    const prediction = { ...marked, data: { a: '3' } };
    const applied = { kind: 'annotation-or-managed-fields', manager: 'argocd-controller' } as const;
    const { change } = compareOne({ base, head: base, live: marked, prediction }, { applied }).only;
    return [change.applied, change.causes.join()];
  };
  assert.deepEqual(annotated('Update'), ['annotation', 'unsynced,drift']);
  assert.deepEqual(annotated('Apply'), ['managed-fields', 'unsynced']);
});

test('a port whose protocol is left to the server is the one that was applied', () => {
  const service = (...ports: readonly number[]) =>
    object('v1', 'Service', { spec: { ports: ports.map((port) => ({ port })) } });
  const listed = (...ports: readonly number[]) =>
    served(object('v1', 'Service', { spec: { ports: ports.map((port) => ({ port, protocol: 'TCP' })) } }));
  const base = service(90);
  const live = listed(80, 5000);
  const annotations = { [lastApplied]: JSON.stringify(service(80)) };
  const { only } = compareOne(
    {
      base,
      head: base,
      live: { ...live, metadata: { ...live.metadata, annotations } },
      prediction: listed(90),
    },
    { applied: { kind: 'annotation' } },
  );
  assert.deepEqual(
    only.change.fields.map(({ path, causes }) => `${path} ${causes.join()}`),
    [
      '.spec.ports[port=5000,protocol=TCP] drift',
      '.spec.ports[port=80,protocol=TCP] unsynced',
      '.spec.ports[port=90,protocol=TCP] unsynced',
    ],
  );
});

test("what the server filled into a part that goes is nobody's, and what somebody added to it is", () => {
  const pod = (...containers: readonly JsonObject[]) =>
    object('apps/v1', 'Deployment', { spec: { template: { spec: { containers } } } });
  const [web, mesh] = [
    { name: 'web', image: 'web:1' },
    { name: 'mesh', image: 'mesh:1' },
  ];
  const base = pod(web);
  const annotations = { [lastApplied]: JSON.stringify(pod(web, mesh)) };
  const causes = (added: JsonObject, manager: string): string => {
    const field = { [`k:{"name":"mesh"}`]: { 'f:image': {} } };
    const more = {
      [`k:{"name":"mesh"}`]: Object.fromEntries(Object.keys(added).map((key) => [`f:${key}`, {}])),
    };
    const below = (containers: JsonObject) => ({
      'f:spec': { 'f:template': { 'f:spec': { 'f:containers': containers } } },
    });
    const live = served(pod(web, { ...mesh, ...added }), [
      ['argocd-controller', 'Update', below(field)],
      [manager, 'Update', below(more)],
    ]);
    const { only } = compareOne(
      {
        base,
        head: base,
        live: { ...live, metadata: { ...live.metadata, annotations } },
        prediction: served(base),
      },
      { applied: { kind: 'annotation' } },
    );
    return only.change.fields.map((each) => each.causes.join()).join(' ');
  };
  assert.equal(causes({ imagePullPolicy: 'Always' }, 'argocd-controller'), 'unsynced');
  assert.equal(causes({ tty: true }, 'kubectl-edit'), 'unsynced,drift');
  assert.equal(causes({ image: 'mesh:2' }, 'kubectl-edit'), 'unsynced,drift');
});
