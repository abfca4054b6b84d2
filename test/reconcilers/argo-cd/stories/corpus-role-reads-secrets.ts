import { corpusChange } from '../../corpus.ts';
import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The ClusterRole of Argo Rollouts may read Secrets',
  tell: async (place) => {
    const edit = (text: string): string => text.replaceAll('argo-rollouts', place.name);
    const { base, head } = await corpusChange('N14-role-may-read-secrets', edit);
    return {
      base: { ...base, 'manifests/cluster-install/config.yaml': manifest(configMap('config', { n: '1' })) },
      head,
      cluster: [place.application({ source: { path: 'manifests/cluster-install' } })],
      syncs: true,
    };
  },
};
