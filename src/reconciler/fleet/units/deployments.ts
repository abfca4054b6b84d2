/** The live objects of Fleet -> its BundleDeployments, each with the Helm release that its agent keeps of it. */
import type { JsonObject } from '../../../object/json.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { releaseName } from '../names.ts';
import { listAt, objectAt, partAt, textAt, textMapAt } from '../../../object/fields.ts';
import { isOf } from './fleet-kind.ts';

export interface Release {
  readonly namespace: string;
  readonly name: string;
}

export interface Named {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
}

export interface BundleDeployment {
  /** Of its cluster. */
  readonly namespace: string;
  readonly name: string;
  /** `<workspace>/<name>` of its bundle. */
  readonly bundle: string;
  readonly release: Release;
  readonly valuesFrom: readonly Named[];
  readonly object: KubeObject;
}

/** Without those that Fleet makes for its own agents. */
export function deploymentsIn(objects: readonly KubeObject[]): readonly BundleDeployment[] {
  return objects
    .filter((object) => isOf(object, 'BundleDeployment') && !object.metadata.name.startsWith('fleet-agent'))
    .map((object) => {
      const labels = textMapAt(object, 'metadata', 'labels');
      const options = objectAt(object, 'spec', 'options');
      const { name } = object.metadata;
      const release = releaseOf(options, name);
      return {
        namespace: namespaceOf(object),
        name,
        bundle: `${labels['fleet.cattle.io/bundle-namespace'] ?? ''}/${labels['fleet.cattle.io/bundle-name'] ?? ''}`,
        release: recorded(object) ?? release,
        valuesFrom: valuesFromOf(options, release.namespace),
        object,
      };
    });
}

/** What was deployed last, which may have had another name than what will be. */
function recorded(object: KubeObject): Release | undefined {
  const [, namespace, name] = /^([^/]+)\/([^/:]+)[:/]\d+$/u.exec(textAt(object, 'status', 'release')) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}

export function releaseOf(options: JsonObject, bundle: string): Release {
  return {
    namespace: textAt(options, 'namespace') || textAt(options, 'defaultNamespace') || 'default',
    name: textAt(options, 'helm', 'releaseName') || releaseName(bundle),
  };
}

/** In the order in which Fleet merges them: of one entry, the Secret last. */
export function valuesFromOf(options: JsonObject, releaseNamespace: string): readonly Named[] {
  return listAt(options, 'helm', 'valuesFrom').flatMap((entry) =>
    (['ConfigMap', 'Secret'] as const).flatMap((kind) => {
      const reference = partAt(entry, kind === 'ConfigMap' ? 'configMapKeyRef' : 'secretKeyRef');
      if (reference === undefined) return [];
      return [
        {
          kind,
          namespace: textAt(reference, 'namespace') || releaseNamespace,
          name: textAt(reference, 'name'),
          key: textAt(reference, 'key') || 'values.yaml',
        },
      ];
    }),
  );
}
