import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { createMask } from '../../../../src/object/mask.ts';
import { words } from '../../../../src/object/masked.ts';
import type { HelmReleaseUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import { reads } from '../../../../src/reconciler/flux/units/reads.ts';
import { cluster, discovered, file, fluxOf, helmRelease, home, installation, source } from './story.ts';

const chart = { chart: 'redis', sourceRef: { kind: 'HelmRepository', name: 'charts' } };
const kubeConfig = { secretRef: { name: 'spoke' } };
const charts = source('HelmRepository', 'charts', { spec: { url: 'https://charts.example.com' } });

function release(spec: JsonObject = {}, newest = 'failed'): KubeObject {
  const history = [
    { name: 'redis', namespace: 'data', version: 3, status: newest },
    { name: 'redis', namespace: 'data', version: 2, status: 'deployed' },
  ];
  return helmRelease('redis', chart, { spec, status: { history, storageNamespace: 'store' } });
}

function record(version: number, status: string): KubeObject {
  const manifest =
    'apiVersion: v1\nkind: Secret\nmetadata: { name: redis }\nstringData: { password: kept-from-all }\n';
  const stored = {
    name: 'redis',
    namespace: 'data',
    version,
    info: { status },
    chart: { metadata: { name: 'redis', version: '1.0.0' } },
    manifest,
  };
  const text = gzipSync(JSON.stringify(stored)).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `sh.helm.release.v1.redis.v${version}`, namespace: 'store' },
    data: { release: Buffer.from(text).toString('base64') },
  };
}

const means = {
  clusters: [cluster('prod'), cluster('spoke', ['flux-system/spoke'])],
  installations: [],
  mask: createMask(),
  now: () => 0,
};
const redis = { 'redis.yaml': file(charts, release()) };

describe('the record of a Helm release', () => {
  it('is read where it is kept: the newest, and the last one that was deployed', () => {
    const asked = (object: KubeObject): readonly string[] =>
      reads(installation, [object], means).flatMap(({ kind, name, namespace, cluster: where, secretKeys }) =>
        kind === 'Secret'
          ? [`${where ?? 'home'} ${namespace ?? '*'}/${name ?? '*'} ${String(secretKeys)}`]
          : [],
      );
    assert.deepEqual(asked(release()), [
      'home store/sh.helm.release.v1.redis.v3 release',
      'home store/sh.helm.release.v1.redis.v2 release',
    ]);
    assert.deepEqual(asked(release({ kubeConfig })), [
      'spoke store/sh.helm.release.v1.redis.v3 release',
      'spoke store/sh.helm.release.v1.redis.v2 release',
    ]);
    assert.deepEqual(asked(release({}, 'uninstalled')), []);
  });

  const ofUnit = async (
    given: Parameters<typeof discovered>[1],
    objects = redis,
  ): Promise<HelmReleaseUnit> => {
    const flux = fluxOf(await discovered(objects, given), 'flux/prod/HelmRelease/flux-system/redis');
    assert.ok(flux.kind === 'HelmRelease');
    return flux;
  };

  it('is decoded, and what is secret in it is hidden from then on', async () => {
    const mask = createMask();
    const live = [release(), record(3, 'failed'), record(2, 'deployed')];
    const flux = await ofUnit({ mask, homes: [home(live)] });
    assert.equal(flux.release?.version, 3);
    assert.equal(flux.release.startsFrom?.version, 2);
    assert.equal(flux.releaseUnread, null);
    assert.doesNotMatch(mask.text('it says kept-from-all'), /kept-from-all/u);
  });

  it('is read from the cluster that the release is in', async () => {
    const far = release({ kubeConfig });
    const homes = [
      home([far], { elsewhere: new Map([['spoke', [record(3, 'deployed'), record(2, 'superseded')]]]) }),
    ];
    const flux = await ofUnit({ homes, clusters: means.clusters }, { 'redis.yaml': file(charts, far) });
    assert.equal(flux.release?.version, 3);
  });

  it('is said to be unread where it could not be read, or is not there', async () => {
    assert.match((await ofUnit({ homes: [home([release()])] })).releaseUnread ?? '', /there is no Secret/u);
    const object = { group: '', kind: 'Secret', namespace: 'store', name: 'sh.helm.release.v1.redis.v3' };
    const gap = { kind: 'cluster-forbidden' as const, unit: undefined, object, why: words`forbidden` };
    const flux = await ofUnit({ homes: [home([release()], { gaps: [gap] })] });
    assert.equal(flux.releaseUnread, 'forbidden');
    assert.equal((await ofUnit({})).releaseUnread, null);
  });
});
