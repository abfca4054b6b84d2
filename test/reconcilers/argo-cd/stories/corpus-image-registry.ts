import { corpusChange } from '../../corpus.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The exporter of kube-prometheus takes an image from another registry',
  tell: async (place) => {
    const edit = (text: string): string =>
      text.replaceAll('monitoring', place.namespace).replaceAll('blackbox-exporter', place.name);
    // Not the kinds that this API server does not serve.
    const exclude = 'blackboxExporter-serviceMonitor.yaml';
    return {
      ...(await corpusChange('E6-image-registry-move', edit)),
      cluster: [
        place.application({
          source: { path: 'manifests', directory: { include: 'blackboxExporter-*.yaml', exclude } },
        }),
      ],
      syncs: true,
    };
  },
};
