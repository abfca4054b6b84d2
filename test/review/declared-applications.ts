/** What is special of an Application -> its manifest, in the repository that a review without a cluster knows as its own. */
import type { JsonObject } from '../../src/object/json.ts';
import type { World } from '../../src/review/world.ts';
import { argoCdObject } from '../bed/argo-cd/object.ts';

export const url = 'https://github.com/octo-org/shop';
export const origin: World['origin'] = { urls: [url], branch: 'main', defaultBranch: 'main' };
export const inCluster = 'https://kubernetes.default.svc';

/** As JSON; `spec` with its source, and with its destination where that is not the namespace `shop`. */
export function declaredApplication(name: string, spec: JsonObject): string {
  const destination = { server: inCluster, namespace: 'shop' };
  return JSON.stringify(argoCdObject('Application', name, { project: 'default', destination, ...spec }));
}

/** A directory of the repository. */
export function directorySource(path: string): JsonObject {
  return { repoURL: url, path, targetRevision: 'main' };
}
