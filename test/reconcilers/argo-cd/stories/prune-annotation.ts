import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Of two objects that leave, the one with Prune=false stays',
  tell: (place) => {
    const annotations = { 'argocd.argoproj.io/sync-options': 'Prune=false' };
    const kept = configMap('kept', { n: '1' }, { annotations });
    return {
      base: { 'apps/all.yaml': manifest(kept, configMap('old', { n: '1' }), configMap('one', { n: '1' })) },
      head: { 'apps/all.yaml': manifest(configMap('one', { n: '1' })) },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
    };
  },
};
