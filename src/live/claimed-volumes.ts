/** A StatefulSet's claims -> the volumes that its controller adds to a Pod; other workloads claim nothing of their own. */
import { at, isJsonArray, type Json, type JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';

/** Containers mount a claim by its template's name. A volume of the same name in the Pod template gives way to it. */
export function withClaimedVolumes(workload: KubeObject, spec: JsonObject): JsonObject {
  const templates = at(workload, 'spec', 'volumeClaimTemplates');
  if (workload.kind !== 'StatefulSet' || !isJsonArray(templates)) return spec;
  const names = templates
    .map((template) => at(template, 'metadata', 'name'))
    .filter((name) => typeof name === 'string');
  const claimed = names.map((name) => ({
    name,
    persistentVolumeClaim: { claimName: `${name}-${workload.metadata.name}-0` },
  }));
  const own = spec['volumes'];
  const others = isJsonArray(own) ? own.filter((volume) => !isNamed(volume, names)) : [];
  return { ...spec, volumes: [...claimed, ...others] };
}

function isNamed(volume: Json, names: readonly string[]): boolean {
  const name = at(volume, 'name');
  return typeof name === 'string' && names.includes(name);
}
