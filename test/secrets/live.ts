/** What a cluster holds before the review: base as it was applied, and canaries that are nowhere in Git. */
import { parseAllDocuments } from 'yaml';

import { isJsonObject } from '../../src/object/json.ts';
import { asKubeObject } from '../../src/live/kube-reply.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { seed } from '../bed/seed.ts';
import { base64, hidden, shaped } from './canary.ts';
import { quotingPolicies } from './policies.ts';
import { files } from './story.ts';

export function objectsIn(text: string): readonly KubeObject[] {
  return parseAllDocuments(text).map((document) => {
    const value: unknown = document.toJS();
    const object = isJsonObject(value) ? asKubeObject(value) : undefined;
    if (object === undefined) throw new Error(`no object: ${text}`);
    return object;
  });
}

/** What somebody else wrote into the same objects. */
const additions: readonly KubeObject[] = [
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'credentials',
      namespace: 'shop',
      annotations: {
        'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
          data: { password: base64(hidden('live-last-applied')) },
        }),
      },
    },
    data: { extra: base64(hidden('live-data')) },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop' },
    data: { SIGNING_KEY: hidden('live-map') },
  },
];

/** What base declares otherwise: the review shows both. */
const drifted: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'drifted', namespace: 'shop' },
  data: {
    API_KEY: hidden('live-key'),
    motd: `live says ${shaped('live-shape')}`,
    copy: `is ${hidden('live-key')}`,
  },
};

export async function seedLive(bed: ControlPlane): Promise<void> {
  await seed(bed, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }]);
  const base = files('base');
  const texts = ['apps/shop/secrets.yaml', 'apps/shop/maps.yaml', 'apps/shop/web.yaml'].map(
    (path) => base[path] ?? '',
  );
  for (const text of texts) await seed(bed, objectsIn(text), 'kubectl');
  await seed(bed, [drifted], 'kubectl');
  await seed(bed, additions, 'somebody');
  await seed(bed, quotingPolicies);
}
