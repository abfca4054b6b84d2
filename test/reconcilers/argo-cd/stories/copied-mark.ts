import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object that bears the copied mark of another is not pruned with it',
  tell: (place) => {
    const { namespace, name } = place;
    const annotations = { 'argocd.argoproj.io/tracking-id': `${name}:/ConfigMap:${namespace}/old` };
    const copy = configMap('copy', { n: '1' }, { namespace, annotations });
    return {
      base: {
        'apps/one.yaml': manifest(configMap('one', { n: '1' })),
        'apps/old.yaml': manifest(configMap('old', { n: '1' })),
      },
      head: { 'apps/old.yaml': null },
      cluster: [place.application({ source: { path: 'apps' } })],
      drift: async (hand) => {
        await hand.create(copy);
      },
      syncs: true,
      also: [copy],
    };
  },
};
