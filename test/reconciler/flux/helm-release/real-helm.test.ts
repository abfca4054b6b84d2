/** Each request of an upgrade is asked of a real API server, by the record that the real helm left there, and then made by the real helm. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadOpenApi, OpenApiCache } from '../../../../src/live/open-api.ts';
import { patchStrategiesIn } from '../../../../src/live/patch-strategies.ts';
import { foundObjects, readLive } from '../../../../src/live/read-live.ts';
import type { Session } from '../../../../src/live/session.ts';
import { groupVersionOf } from '../../../../src/object/identity.ts';
import { at, isJsonObject, type Json, type JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { readYaml } from '../../../../src/object/yaml.ts';
import type { Attempt } from '../../../../src/reconciler/attempt.ts';
import type { HelmRecord } from '../../../../src/reconciler/helm-record.ts';
import type { HelmReleaseUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import { withOwner } from '../../../../src/reconciler/helm-ownership.ts';
import { appliedBy } from '../../../../src/reconciler/flux/helm-release/manifest.ts';
import { readRecord } from '../../../../src/reconciler/helm-record.ts';
import { proveNothingWritten } from '../../../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../../../bed/control-plane.ts';
import { define } from '../../../bed/define.ts';
import { addIdentity, sessionOf, type Identity } from '../../../bed/identity.ts';
import { resolve } from '../../../bed/resolve.ts';
import { pathsOf } from '../../../bed/resources.ts';
import { run } from '../../../bed/run.ts';
import { seed } from '../../../bed/seed.ts';
import { askOne, namespace } from '../../../live/asking.ts';
import { widgetDefinition } from '../../../reconcilers/widgets.ts';
import { kind, unitOf, type Parts } from './story.ts';
import { one, two } from './two-versions.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;
let folder: string;

before(async () => {
  bed = await startControlPlane();
  folder = await mkdtemp(join(tmpdir(), 'real-helm-'));
  const size = { type: 'object', properties: { size: { type: 'integer' }, by: { type: 'string' } } };
  await define(bed, widgetDefinition('helm.example.com', size));
  identity = await addIdentity(bed);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Helm {
  readonly program: 'helm3' | 'helm4';
  /** How it applies. */
  readonly flags: readonly string[];
}

async function helm({ program }: Helm, args: readonly string[]): Promise<string> {
  const env = { ...process.env, HOME: folder, KUBECONFIG: bed.adminKubeconfig };
  const outcome = await run({ file: await resolve(program), args, cwd: folder, env });
  assert.ok(outcome.kind === 'done', `helm ${args.join(' ')}: ${JSON.stringify(outcome)}`);
  return outcome.stdout;
}

async function chart(name: string, version: string, templates: string): Promise<string> {
  const path = join(folder, `${name}-${version}`);
  const files = {
    'Chart.yaml': `apiVersion: v2\nname: shop\nversion: ${version}\n`,
    'templates/all.yaml': templates,
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  return path;
}

async function recordIn(place: string): Promise<HelmRecord> {
  const path = `/api/v1/namespaces/${place}/secrets/sh.helm.release.v1.shop.v1`;
  const { body } = await bed.admin.send({ method: 'GET', path });
  const record = readRecord(kubeObject(body));
  assert.ok(!('why' in record));
  return record;
}

function kubeObject(body: JsonObject): KubeObject {
  const { apiVersion, kind: what, metadata } = body;
  assert.ok(typeof apiVersion === 'string' && typeof what === 'string' && isJsonObject(metadata));
  assert.ok(typeof metadata['name'] === 'string');
  return { ...body, apiVersion, kind: what, metadata: { ...metadata, name: metadata['name'] } };
}

async function edit(object: KubeObject, body: JsonObject): Promise<void> {
  const path = await pathsOf(bed.admin)(object);
  const contentType = 'application/strategic-merge-patch+json';
  const { status } = await bed.admin.send({ method: 'PATCH', path, body, contentType });
  assert.equal(status, 200);
}

const ofOneLife = new Set(['resourceVersion', 'generation', 'uid', 'creationTimestamp', 'managedFields']);

function content(object: JsonObject): Json {
  const metadata = at(object, 'metadata');
  assert.ok(isJsonObject(metadata));
  const kept = Object.entries(metadata).filter(([key]) => !ofOneLife.has(key));
  const { status: _, ...rest } = object;
  return { ...rest, metadata: Object.fromEntries(kept) };
}

/** The program writes as a manager of its own. */
function asHelm(attempt: Attempt): Attempt {
  return 'manager' in attempt ? { ...attempt, manager: 'helm' } : attempt;
}

/** What is predicted of an upgrade from `one` to `two`, after somebody edited it, is what helm makes of it. */
async function lands(place: string, by: Helm, parts: Parts): Promise<readonly string[]> {
  await seed(bed, [namespace(place)]);
  const [first, second] = await Promise.all(
    [one, two].map(async (text, index) =>
      chart(place, `1.${String(index)}.0`, text.replaceAll('NAMESPACE', place)),
    ),
  );
  assert.ok(first !== undefined && second !== undefined);
  await helm(by, ['install', 'shop', first, '--namespace', place, ...by.flags]);
  const record = await recordIn(place);
  const old = appliedBy(record, { live: null });
  const deployment = old.find((object) => object.kind === 'Deployment');
  const config = old.find(({ metadata }) => metadata.name === 'a');
  assert.ok(deployment !== undefined && config !== undefined);
  await edit(deployment, {
    spec: { replicas: 3, template: { spec: { containers: [{ name: 'mine', image: 'x' }] } } },
  });
  await edit(config, { data: { kept: 'by hand', more: 'by hand' }, metadata: { labels: { mine: 'yes' } } });

  const rendered = await helm(by, ['template', 'shop', second, '--namespace', place]);
  const owner = { name: 'shop', namespace: place };
  const objects = appliedBy(
    {
      ...owner,
      manifest: readYaml('all', rendered).flatMap((each) => (each.kind === 'object' ? [each.object] : [])),
    },
    { live: null },
  ).map((object) => withOwner(object, owner));
  const live = await readLive(session, { declared: [...objects, ...old], named: [] });
  const found = foundObjects(live);
  const kinds = objects.map(({ apiVersion, kind: what }) => ({ ...groupVersionOf(apiVersion), kind: what }));
  const declared = { namespace: place, name: 'shop', labels: {}, annotations: {}, finalizers: [], spec: {} };
  const source: HelmReleaseUnit['source'] = {
    kind: 'chart',
    object: 'HelmRepository/web/charts',
    repository: 'https://charts.example',
    name: 'shop',
    version: '1.1.0',
    suspended: false,
    interval: null,
  };
  const standing = { status: { storageNamespace: place } };
  const unit = unitOf({ ...parts, release: record, live: standing, rest: { declared, source } });
  const leaving = [...found.values()].filter(
    (object) =>
      !objects.some((other) => other.kind === object.kind && other.metadata.name === object.metadata.name) &&
      kind().prune(unit, object, false) === 'deleted',
  );
  const attempts = await kind().attempts(unit, {
    desired: objects.map((object) => ({ object, origin: undefined })),
    leaving,
    live: found,
    strategies: patchStrategiesIn(await loadOpenApi(session, kinds, new OpenApiCache())),
  });
  const answers = [];
  for (const attempt of attempts) answers.push(await askOne(session, asHelm(attempt)));

  await helm(by, ['upgrade', 'shop', second, '--namespace', place, ...by.flags]);
  const told: string[] = [];
  for (const { attempt, prediction } of answers) {
    const path = await pathsOf(bed.admin)(attempt.object);
    const { status, body } = await bed.admin.send({ method: 'GET', path });
    const name = `${attempt.kind} ${attempt.object.kind}/${attempt.object.metadata.name}`;
    if (attempt.kind === 'delete') assert.equal(status, 404, name);
    else {
      assert.ok(prediction.kind === 'object', `${name}: ${JSON.stringify(prediction)}`);
      assert.deepEqual(content(prediction.object), content(body), name);
    }
    told.push(name);
  }
  const { status } = await bed.admin.send({
    method: 'GET',
    path: `/api/v1/namespaces/${place}/configmaps/stays`,
  });
  assert.equal(status, 200);
  return told;
}

const patched = (place: string): readonly string[] => [
  'patch ConfigMap/a',
  'create ConfigMap/new',
  `patch ClusterRole/${place}`,
  'patch Deployment/web',
  'patch Widget/w',
  'delete ConfigMap/leaves',
];

test('A client-side upgrade lands as Helm 3 makes it', async () => {
  const place = 'helm-three';
  const told = await lands(place, { program: 'helm3', flags: [] }, { version: 'v1.4.0' });
  assert.deepEqual(told, patched(place));
});

test('A client-side upgrade lands as Helm 4 makes it', async () => {
  const place = 'helm-four-client';
  const told = await lands(place, { program: 'helm4', flags: ['--server-side=false'] }, {});
  assert.deepEqual(told, patched(place));
});

test('A server-side upgrade lands as Helm 4 makes it', async () => {
  const place = 'helm-four-server';
  const flags = ['--server-side=true', '--force-conflicts'];
  const told = await lands(place, { program: 'helm4', flags }, {});
  assert.deepEqual(
    told,
    patched(place).map((each) => each.replace(/^(?:patch|create)/u, 'apply')),
  );
});
