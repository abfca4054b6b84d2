/** The Secret of a Helm release -> what Helm recorded of it; undefined for one that cannot be read. */
import { gunzipSync } from 'node:zlib';
import { isJsonObject, jsonIn } from '../../object/json.ts';
import type { JsonObject } from '../../object/json.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { readYaml } from '../../object/yaml.ts';
import { numberAt, textAt } from '../../object/fields.ts';
import type { FleetRelease } from './fleet-unit.ts';

/** What decompresses to more is no release that Kubernetes could hold. */
const largest = 50_000_000;

export function releaseIn(secret: KubeObject): FleetRelease | undefined {
  const record = recordIn(textAt(secret, 'data', 'release'));
  if (record === undefined) return undefined;
  return {
    namespace: textAt(record, 'namespace'),
    name: textAt(record, 'name'),
    version: numberAt(record, 'version'),
    status: textAt(record, 'info', 'status'),
    applyMethod: textAt(record, 'apply_method') === 'ssa' ? 'ssa' : 'csa',
    manifest: readYaml('manifest.yaml', textAt(record, 'manifest'), { maxBytes: largest }).flatMap(
      (document) => (document.kind === 'object' ? [{ ...document.object }] : []),
    ),
  };
}

/** Base64 of the API around base64 of Helm's own around gzip. */
function recordIn(data: string): JsonObject | undefined {
  try {
    const packed = Buffer.from(Buffer.from(data, 'base64').toString('latin1'), 'base64');
    const json = jsonIn(gunzipSync(packed, { maxOutputLength: largest }).toString('utf8'));
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
