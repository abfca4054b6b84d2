/** An object's identity -> how people name it: `Deployment shop/web`. */
import type { Identity } from '../object/identity.ts';
import { clip } from './escape.ts';

/** Names longer than Kubernetes allows come from a hostile manifest, and must not fill the report. */
const longestName = 300;

export function objectName({ kind, namespace, name }: Identity): string {
  return clip(namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`, longestName);
}
