/** A HelmRelease -> the names under which Helm keeps its release (helm-controller api/v2, internal/release/name.go). */
import { createHash } from 'node:crypto';
import { textAt } from '../../../object/fields.ts';
import type { JsonObject } from '../../../object/json.ts';

export interface ReleaseTarget {
  readonly release: string;
  readonly namespace: string;
  readonly storageNamespace: string;
}

interface Named {
  readonly namespace: string;
  readonly name: string;
  readonly spec: JsonObject;
}

export function releaseTargetOf({ namespace, name, spec }: Named): ReleaseTarget {
  const target = textAt(spec, 'targetNamespace');
  const usual = target === '' ? name : `${target}-${name}`;
  return {
    release: shortened(textAt(spec, 'releaseName') || usual),
    namespace: target || namespace,
    storageNamespace: textAt(spec, 'storageNamespace') || namespace,
  };
}

const longest = 53;
const hashLength = 12;

function shortened(name: string): string {
  if (name.length <= longest) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength);
  return `${name.slice(0, longest - hashLength - 1)}-${hash}`;
}
