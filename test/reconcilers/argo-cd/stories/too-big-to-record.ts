import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A ConfigMap grows larger than an annotation may be: it is refused, and its neighbors land',
  tell: (place) => {
    const dashboard = (size: number) => configMap('dashboard', { text: 'x'.repeat(size) });
    return {
      base: {
        'apps/big.yaml': manifest(
          dashboard(1000),
          configMap('one', { n: '1' }),
          configMap('two', { n: '1' }),
        ),
      },
      head: {
        'apps/big.yaml': manifest(
          dashboard(300_000),
          configMap('one', { n: '2' }),
          configMap('two', { n: '1' }),
        ),
      },
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
      syncs: true,
    };
  },
};
