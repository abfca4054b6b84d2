/** An Application -> the name by which its Argo CD knows it, and by which its objects are tracked. */
import type { JsonObject } from '../../../object/json.ts';
import { textAt } from '../../../object/fields.ts';

interface Named {
  readonly namespace: string;
  readonly name: string;
}

/** Outside the control plane's namespace it carries its own. */
export function instanceName({ namespace, name }: Named, controlPlane: string): string {
  return namespace === controlPlane ? name : `${namespace}_${name}`;
}

export function destinationNamespace(spec: JsonObject): string {
  return textAt(spec, 'destination', 'namespace');
}
