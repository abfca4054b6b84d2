/** What stories write into their repositories most: small objects as YAML, as people write them. */
import { stringify } from 'yaml';

import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';

/** Reconcilers read YAML 1.1, in which a bare `n` and `yes` are no text. */
export function manifest(...objects: readonly KubeObject[]): string {
  return objects.map((object) => stringify(object, { version: '1.1' })).join('---\n');
}

export function configMap(name: string, data: JsonObject, metadata: JsonObject = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

interface Workload {
  readonly replicas?: number;
  readonly image?: string;
  /** Merged over the metadata of the Deployment itself. */
  readonly metadata?: JsonObject;
  /** Merged over the container. */
  readonly container?: JsonObject;
}

/** Without `replicas` the field is not written. */
export function deployment(name: string, workload: Workload = {}): KubeObject {
  const { replicas, image = `registry.example.com/${name}:1.0.0`, metadata = {}, container = {} } = workload;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: { app: name }, ...metadata },
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name, image, ports: [{ name: 'http', containerPort: 8080 }], ...container }] },
      },
    },
  };
}

export function service(name: string, port = 80): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { selector: { app: name }, ports: [{ name: 'http', port, targetPort: 'http' }] },
  };
}

/** A Deployment, its Service and a ConfigMap, all of that name `web`. */
export function website(workload: Workload, data: JsonObject): string {
  return manifest(deployment('web', workload), service('web'), configMap('web', data));
}

/** A website before and after a release that changes its image and its replicas. */
export const release = {
  base: { 'apps/web.yaml': websiteOf('registry.example.com/web:1', 2) },
  head: { 'apps/web.yaml': websiteOf('registry.example.com/web:2', 3) },
} as const;

function websiteOf(image: string, replicas: number): string {
  return website({ image, replicas }, { a: image });
}

/** Of which the first one changes with `n`. */
export function twoConfigMaps(n: string): readonly KubeObject[] {
  return [configMap('one', { n }), configMap('two', { n: '1' })];
}

/** A repository from which `apps/old.yaml` can go and take its object with it. */
export const twoAndOld = {
  'apps/all.yaml': manifest(...twoConfigMaps('1')),
  'apps/old.yaml': manifest(configMap('old', { n: '1' })),
} as const;
