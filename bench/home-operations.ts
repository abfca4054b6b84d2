/** A number of HelmReleases -> a repository as those who run a cluster at home build it: a Kustomization for each namespace, releases of few charts. */
import { stringify } from 'yaml';

import { applicationChart, type Files } from './application-charts.ts';

export const chartNames = ['app-template', 'database', 'cache', 'proxy', 'exporter', 'backup'] as const;

export interface Release {
  readonly name: string;
  readonly namespace: string;
  readonly chart: string;
  /** As Helm gets them, with the variables in their places. */
  readonly values: string;
}

export interface Size {
  readonly releases: number;
  readonly namespaces: number;
}

const domain = 'home.example.com';

/** The directory of each chart, below `apps/`. */
export function charts(): Files {
  return Object.fromEntries(chartNames.flatMap((name) => Object.entries(applicationChart(name))));
}

export function releasesOf({ releases, namespaces }: Size): readonly Release[] {
  return Array.from({ length: releases }, (_, index) => ({
    name: `release-${String(index)}`,
    namespace: `space-${String(index % namespaces)}`,
    chart: chartNames[index % chartNames.length] ?? chartNames[0],
    values: stringify(valuesOf(index, '1.0.0', domain)),
  }));
}

/** Where Flux begins, and what all share, without anything that it applies. */
export function foundation(chartsUrl: string): Files {
  return {
    'clusters/home/flux-system/gotk-sync.yaml': documents([
      source('GitRepository', 'flux-system', {
        url: 'https://github.com/example/home',
        ref: { branch: 'main' },
      }),
      kustomization('flux-system', './clusters/home', {}),
    ]),
    'clusters/home/charts.yaml': documents([source('HelmRepository', 'charts', { url: chartsUrl })]),
    'clusters/home/settings.yaml': documents([
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'cluster-settings', namespace: 'flux-system' },
        data: { CLUSTER_DOMAIN: domain, TIMEZONE: 'Etc/UTC' },
      },
    ]),
  };
}

/** `tagOf` says which image each release has. */
export function applied(size: Size, tagOf: (release: string) => string): Files {
  const files: Files = {};
  const releases = [...releasesOf(size).entries()];
  for (const [namespace, those] of Map.groupBy(releases, ([, release]) => release.namespace)) {
    const substituteFrom = [{ kind: 'ConfigMap', name: 'cluster-settings' }];
    files[`clusters/home/${namespace}.yaml`] = documents([
      kustomization(namespace, `./kubernetes/${namespace}`, { postBuild: { substituteFrom } }),
    ]);
    const resources = ['namespace.yaml', ...those.map(([, { name }]) => `${name}.yaml`)];
    files[`kubernetes/${namespace}/kustomization.yaml`] = stringify({ resources });
    files[`kubernetes/${namespace}/namespace.yaml`] = documents([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ]);
    for (const [index, release] of those) {
      files[`kubernetes/${namespace}/${release.name}.yaml`] = documents([
        helmRelease(release, valuesOf(index, tagOf(release.name), `\${CLUSTER_DOMAIN}`)),
      ]);
    }
  }
  return files;
}

function valuesOf(index: number, tag: string, clusterDomain: string): object {
  return {
    replicas: 1 + (index % 3),
    team: `team-${String(index % 7)}`,
    image: { repository: `registry.example.com/home/app-${String(index)}`, tag },
    ingress: { domain: clusterDomain },
  };
}

function helmRelease({ name, namespace, chart }: Release, values: object): object {
  const sourceRef = { kind: 'HelmRepository', name: 'charts', namespace: 'flux-system' };
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace },
    spec: { interval: '1h', chart: { spec: { chart, version: '1.0.0', sourceRef } }, values },
  };
}

function kustomization(name: string, path: string, more: object): object {
  const sourceRef = { kind: 'GitRepository', name: 'flux-system' };
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: { interval: '1h', prune: true, path, sourceRef, ...more },
  };
}

function source(kind: string, name: string, spec: object): object {
  const metadata = { name, namespace: 'flux-system' };
  return { apiVersion: 'source.toolkit.fluxcd.io/v1', kind, metadata, spec: { interval: '1h', ...spec } };
}

function documents(objects: readonly object[]): string {
  return objects.map((object) => stringify(object)).join('---\n');
}
