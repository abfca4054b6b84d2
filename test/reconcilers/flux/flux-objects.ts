/** A story's place -> the Flux objects of it that most stories have. */
import { isJsonObject, type Json, type JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';

interface Named {
  readonly name: string;
  readonly namespace: string;
}

/** No story waits for it: the judge asks for a reconciliation. */
const interval = '1h';

const sourceName = 'repository';

export function gitRepository(namespace: string, url: string, spec: JsonObject): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: sourceName, namespace },
    spec: merged({ interval, url, ref: { branch: 'main' } }, spec),
  };
}

export function kustomization(metadata: Named, spec: JsonObject): KubeObject {
  const usual = {
    interval,
    prune: true,
    targetNamespace: metadata.namespace,
    sourceRef: { kind: 'GitRepository', name: sourceName },
  };
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { ...metadata },
    spec: merged(usual, spec),
  };
}

export function helmRelease(metadata: Named, spec: JsonObject): KubeObject {
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { ...metadata },
    spec: merged({ interval, install: { disableWait: true }, upgrade: { disableWait: true } }, spec),
  };
}

/** Called `charts`. */
export function helmRepository(namespace: string, url: string, spec: JsonObject = {}): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'charts', namespace },
    spec: { interval, url, ...spec },
  };
}

/** The website chart of that repository. */
export function websiteOf(version: string): JsonObject {
  return { spec: { chart: 'website', version, sourceRef: { kind: 'HelmRepository', name: 'charts' } } };
}

/** Null removes. */
function merged(usual: JsonObject, over: JsonObject): JsonObject {
  const entries = Object.entries({ ...usual, ...over }).map(([key, value]): [string, Json] => {
    const before = usual[key];
    return [key, isJsonObject(before) && isJsonObject(value) ? merged(before, value) : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
