/** What Helm writes on each object of a release, and what it asks of one that it did not make (helm pkg/action/validate.go). */
import { textAt } from '../object/fields.ts';
import { objectAt } from '../object/fields.ts';
import type { KubeObject } from '../object/kube-object.ts';

interface Owner {
  readonly name: string;
  readonly namespace: string;
}

const managedBy = 'app.kubernetes.io/managed-by';
const releaseName = 'meta.helm.sh/release-name';
const releaseNamespace = 'meta.helm.sh/release-namespace';

export function withOwner(object: KubeObject, { name, namespace }: Owner): KubeObject {
  const { metadata } = object;
  return {
    ...object,
    metadata: {
      ...metadata,
      labels: { ...objectAt(metadata, 'labels'), [managedBy]: 'Helm' },
      annotations: {
        ...objectAt(metadata, 'annotations'),
        [releaseName]: name,
        [releaseNamespace]: namespace,
      },
    },
  };
}

/** A name with its namespace, of the release that has the object; undefined where none has. */
export function ownerOf(object: KubeObject): Owner | undefined {
  const name = textAt(object, 'metadata', 'annotations', releaseName);
  return name === ''
    ? undefined
    : { name, namespace: textAt(object, 'metadata', 'annotations', releaseNamespace) };
}

export function isOwnedBy(object: KubeObject, { name, namespace }: Owner): boolean {
  const owner = ownerOf(object);
  return (
    textAt(object, 'metadata', 'labels', managedBy) === 'Helm' &&
    owner?.name === name &&
    owner.namespace === namespace
  );
}
