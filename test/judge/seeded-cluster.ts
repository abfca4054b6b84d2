/** Objects -> a cluster that holds them as `kubectl apply --server-side` would have left them. */
import { objectKey } from '../../src/object/identity.ts';
import { at } from '../../src/object/json.ts';
import { namespaceOf, type KubeObject } from '../../src/object/kube-object.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { seed } from '../bed/seed.ts';
import { podSpec } from './edits-of-pods.ts';

/** What others need comes first. */
const first = ['Namespace', 'ServiceAccount'];
const lanes = 6;

export async function seedAsKubectl(bed: ControlPlane, objects: readonly KubeObject[]): Promise<void> {
  const declared = new Set(objects.map((object) => objectKey(object)));
  const surroundings = [...surroundingsOf(objects)]
    .filter(([key]) => !declared.has(key))
    .map(([, object]) => object);
  const all = [...surroundings, ...objects];
  for (const kind of first)
    await seed(
      bed,
      all.filter((object) => object.kind === kind),
      'kubectl',
    );
  const others = all.filter(({ kind }) => !first.includes(kind));
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) =>
      seed(
        bed,
        others.filter((__, index) => index % lanes === lane),
        'kubectl',
      ),
    ),
  );
}

/** The namespaces that objects are in, and the accounts that Pods run as, of which the sources declare only some. */
function surroundingsOf(objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  const found = new Map<string, KubeObject>();
  const add = (kind: string, name: string, namespace: string): void => {
    const metadata = namespace === '' ? { name } : { name, namespace };
    const object = { apiVersion: 'v1', kind, metadata };
    found.set(objectKey(object), object);
  };
  for (const object of objects) {
    const namespace = namespaceOf(object);
    if (namespace !== '') add('Namespace', namespace, '');
    const path = podSpec(object);
    const account = path === undefined ? undefined : at(object, ...path, 'serviceAccountName');
    if (typeof account === 'string') add('ServiceAccount', account, namespace === '' ? 'default' : namespace);
  }
  return found;
}
