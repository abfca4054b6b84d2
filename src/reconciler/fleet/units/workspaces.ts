/** A bundle and what lives in its home -> the clusters that it may go to: those of its workspace, and of others by BundleNamespaceMappings (controller/target). */
import { at } from '../../../object/json.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { textMapAt } from '../../../object/fields.ts';
import type { FleetCluster } from './clusters.ts';
import type { Control } from './control.ts';
import type { DeclaredBundle } from './fleet-yaml.ts';
import { isOf } from './fleet-kind.ts';
import { selectorOf } from './selector.ts';

export function clustersFor(
  bundle: DeclaredBundle,
  workspace: string,
  { clusters = [], objects }: Control,
): readonly FleetCluster[] {
  const namespaces = new Set([workspace]);
  const mappings = objects.filter(
    (object) => isOf(object, 'BundleNamespaceMapping') && namespaceOf(object) === workspace,
  );
  for (const mapping of mappings) {
    const isOfBundle = selectorOf(at(mapping, 'bundleSelector'));
    const isMapped = selectorOf(at(mapping, 'namespaceSelector'));
    if (isMapped === undefined || isOfBundle?.(bundle.labels) !== true) continue;
    for (const object of objects) {
      const isNamespace = object.kind === 'Namespace' && object.apiVersion === 'v1';
      if (isNamespace && isMapped(textMapAt(object, 'metadata', 'labels')))
        namespaces.add(object.metadata.name);
    }
  }
  return clusters.filter(({ namespace }) => namespaces.has(namespace));
}
