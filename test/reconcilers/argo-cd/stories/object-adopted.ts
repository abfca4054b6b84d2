import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Objects that people made before are taken over, each with what its manager wrote',
  tell: (place) => ({
    base: { 'apps/one.yaml': manifest(configMap('one', { n: '1' })) },
    head: {
      'apps/made.yaml': manifest(
        configMap('made-by-apply', { a: '2', b: '2' }),
        configMap('made-by-create', { a: '2', b: '2' }),
        configMap('made-on-server', { a: '2', b: '2' }),
      ),
    },
    cluster: [place.application({ source: { path: 'apps' } })],
    drift: async (hand) => {
      const { namespace } = place;
      const data = { a: '1', c: '1' };
      const record = { ...configMap('made-by-apply', data, { namespace, annotations: {} }) };
      await hand.create(
        configMap('made-by-apply', data, {
          namespace,
          annotations: {
            'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(record)}\n`,
          },
        }),
        'kubectl-client-side-apply',
      );
      await hand.create(configMap('made-by-create', data, { namespace }));
      await hand.apply(configMap('made-on-server', data, { namespace }));
    },
    syncs: true,
  }),
};
