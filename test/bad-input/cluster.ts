/** A cluster in which some of the bad units meet something: an object of the past, another writer, a webhook that does not answer. */
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { seed } from '../bed/seed.ts';
import { fixed } from './units.ts';

const webhook: KubeObject = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'hooks' },
  webhooks: [
    {
      name: 'hook.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      failurePolicy: 'Fail',
      clientConfig: { url: 'https://127.0.0.1:1/hook' },
      objectSelector: { matchLabels: { hooked: 'yes' } },
      rules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] },
      ],
    },
  ],
};

function contested(data: Readonly<Record<string, string>>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'contested', namespace: 'shop' }, data };
}

export async function seedBad(bed: ControlPlane): Promise<void> {
  await seed(bed, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }]);
  await seed(bed, [fixed('old'), contested({ owner: 'kubectl' })], 'kubectl');
  await seed(bed, [contested({ level: 'high' })], 'somebody');
  await seed(bed, [webhook]);
}
