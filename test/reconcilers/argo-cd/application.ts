/** A place and what is special -> an Application as people write it. */
import { isJsonObject, type Json, type JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { argoCdObject } from '../../bed/argo-cd/object.ts';

export interface Where {
  readonly name: string;
  readonly namespace: string;
  readonly repoURL: string;
}

export function application(where: Where, spec: JsonObject): KubeObject {
  const usual = {
    project: 'default',
    destination: { server: 'https://kubernetes.default.svc', namespace: where.namespace },
    ...(spec['sources'] === undefined ? { source: { repoURL: where.repoURL, targetRevision: 'main' } } : {}),
    syncPolicy: { automated: { prune: true } },
  };
  return argoCdObject('Application', where.name, merged(usual, spec));
}

/** As a merge patch: null removes. */
function merged(below: JsonObject, above: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const old = result[key];
    if (value === null) delete result[key];
    else result[key] = isJsonObject(value) && isJsonObject(old) ? merged(old, value) : value;
  }
  return result;
}
