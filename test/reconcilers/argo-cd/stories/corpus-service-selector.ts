import { corpusChange } from '../../corpus.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Two Services of kube-prometheus lose one label of their selector',
  tell: async (place) => {
    const edit = (text: string): string => text.replaceAll('monitoring', place.namespace);
    // Not the kinds that this API server does not serve.
    const include = '{alertmanager,prometheus}-{service,serviceAccount}.yaml';
    return {
      ...(await corpusChange('N13-service-selector-shortened', edit)),
      cluster: [place.application({ source: { path: 'manifests', directory: { include } } })],
      syncs: true,
    };
  },
};
