import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Without automated sync nothing lands until somebody syncs',
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(
        configMap('one', { number: '1' }),
        configMap('two', { number: '2' }),
        configMap('three', { number: '3' }),
      ),
    },
    head: {
      'apps/all.yaml': manifest(
        configMap('one', { number: 'I' }),
        configMap('two', { number: '2' }),
        configMap('four', { number: '4' }),
      ),
    },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { automated: null } })],
    merge: 'by-hand',
    syncs: true,
  }),
};
