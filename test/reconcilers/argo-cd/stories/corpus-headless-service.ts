import { corpusChange } from '../../corpus.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Four Services of Thanos are to become headless, and all are refused',
  tell: async (place) => {
    const edit = (text: string): string =>
      text.replaceAll('namespace: thanos', `namespace: ${place.namespace}`);
    const include = '{thanos-compact*-service,thanos-query-service,*-serviceAccount}.yaml';
    return {
      ...(await corpusChange('D4-clusterip-none-immutable', edit)),
      cluster: [
        place.application({
          source: { path: 'examples/all/manifests', directory: { include } },
          syncPolicy: { retry: { limit: 0 } },
        }),
      ],
      syncs: true,
    };
  },
};
