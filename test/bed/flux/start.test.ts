import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { at, type JsonObject } from '../../../src/object/json.ts';
import type { GitHub } from '../../github/github.ts';
import type { HostedRepository } from '../../github/hosted-repository.ts';
import { startGitHub } from '../../github/start-github.ts';
import { allParts, startControlPlane, type ControlPlane } from '../control-plane.ts';
import { seed } from '../seed.ts';
import { fluxNamespace } from './installation.ts';
import { fluxLines, startFlux, type Flux, type FluxLine } from './start.ts';

const mapNamed = (name: string): string => `/api/v1/namespaces/default/configmaps/${name}`;

const configMap = (name: string, value: string): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } });

/** A chart with one ConfigMap for each name. */
function chart(
  version: string,
  names: Readonly<Record<string, string | null>>,
): Record<string, string | null> {
  const files: Record<string, string | null> = {
    'charts/web/Chart.yaml': JSON.stringify({ apiVersion: 'v2', name: 'web', version }),
  };
  for (const [name, value] of Object.entries(names)) {
    files[`charts/web/templates/${name}.yaml`] = value === null ? null : configMap(name, value);
  }
  return files;
}

const versions = { '2.9': 'v1.9.4', '2.7': 'v1.7.3' } satisfies Record<FluxLine, string>;

for (const line of fluxLines) describe(`Flux ${line}`, () => acts(line, versions[line]));

function acts(line: FluxLine, version: string): void {
  let bed: ControlPlane;
  let github: GitHub;
  let flux: Flux | undefined;
  let repository: HostedRepository;

  before(async () => {
    [bed, github] = await Promise.all([startControlPlane({ parts: allParts }), startGitHub()]);
    flux = await startFlux(bed, line);
    const files = {
      'apps/one.yaml': configMap('one', '1'),
      'apps/two.yaml': configMap('two', '1'),
      ...chart('1.0.0', { three: '1', four: '1' }),
    };
    repository = await github.createRepository({ name: 'apps', private: false });
    await repository.commit({ branch: 'main', files, message: 'Start' });
    const named = { name: 'apps', namespace: fluxNamespace };
    await seed(bed, [
      {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        metadata: named,
        spec: { interval: '1h', url: repository.cloneUrl, ref: { branch: 'main' } },
      },
      {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata: named,
        spec: {
          interval: '1h',
          path: './apps',
          prune: true,
          targetNamespace: 'default',
          sourceRef: { kind: 'GitRepository', name: 'apps' },
        },
      },
      {
        apiVersion: 'helm.toolkit.fluxcd.io/v2',
        kind: 'HelmRelease',
        metadata: { name: 'web', namespace: fluxNamespace },
        spec: {
          interval: '1h',
          targetNamespace: 'default',
          chart: {
            spec: { chart: './charts/web', sourceRef: { kind: 'GitRepository', name: 'apps' } },
          },
        },
      },
    ]);
  });

  after(async () => {
    await flux?.stop();
    await github.stop();
    await bed.stop();
  });

  async function read(path: string): Promise<JsonObject> {
    return (await bed.admin.send({ method: 'GET', path })).body;
  }

  /** Throws after two minutes, with what was there last. */
  async function until(path: string, isThere: (body: JsonObject) => boolean): Promise<JsonObject> {
    const deadline = Date.now() + 120_000;
    for (;;) {
      const body = await read(path);
      if (isThere(body)) return body;
      if (Date.now() > deadline) throw new Error(`not so after two minutes: ${JSON.stringify(body)}`);
      await sleep(100);
    }
  }

  async function askForTheNewest(): Promise<void> {
    await bed.admin.send({
      method: 'PATCH',
      path: `/apis/source.toolkit.fluxcd.io/v1/namespaces/${fluxNamespace}/gitrepositories/apps`,
      contentType: 'application/merge-patch+json',
      body: { metadata: { annotations: { 'reconcile.fluxcd.io/requestedAt': String(Date.now()) } } },
    });
  }

  it('applies a directory of a repository, follows a commit, and prunes what leaves', async () => {
    const one = await until(mapNamed('one'), ({ data }) => at(data, 'value') === '1');
    assert.deepEqual(at(one, 'metadata', 'labels'), {
      'kustomize.toolkit.fluxcd.io/name': 'apps',
      'kustomize.toolkit.fluxcd.io/namespace': fluxNamespace,
    });

    await repository.commit({
      branch: 'main',
      files: { 'apps/one.yaml': configMap('one', '2'), 'apps/two.yaml': null },
      message: 'Change',
    });
    await askForTheNewest();
    await until(mapNamed('one'), ({ data }) => at(data, 'value') === '2');
    await until(mapNamed('two'), ({ reason }) => reason === 'NotFound');
  });

  it('installs a chart of a repository, upgrades it with a commit, and prunes what leaves', async () => {
    const three = await until(mapNamed('three'), ({ data }) => at(data, 'value') === '1');
    assert.deepEqual(at(three, 'metadata', 'labels'), {
      'app.kubernetes.io/managed-by': 'Helm',
      'helm.toolkit.fluxcd.io/name': 'web',
      'helm.toolkit.fluxcd.io/namespace': fluxNamespace,
    });

    const files = chart('1.1.0', { three: '2', four: null });
    await repository.commit({ branch: 'main', files, message: 'Upgrade' });
    await askForTheNewest();
    await until(mapNamed('three'), ({ data }) => at(data, 'value') === '2');
    await until(mapNamed('four'), ({ reason }) => reason === 'NotFound');
  });

  it('runs each controller with the rights of its own account, and shows its version', async () => {
    const pods = await read(`/apis/apps/v1/namespaces/${fluxNamespace}/deployments/kustomize-controller`);
    const image = at(pods, 'spec', 'template', 'spec', 'containers', 0, 'image');
    assert.equal(image, `ghcr.io/fluxcd/kustomize-controller:${version}`);
    assert.equal(at(pods, 'spec', 'replicas'), 0);
    const bound = await read(
      '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/source-controller-manager-rolebinding',
    );
    assert.equal(at(bound, 'roleRef', 'name'), 'source-controller-manager-role');
    assert.equal(at(bound, 'subjects', 0, 'name'), 'source-controller');
  });
}
