import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object with the hook Skip is left alone, and one with compare-options does not start a sync',
  tell: (place) => {
    const marked = (name: string, key: string, value: string) =>
      configMap(name, { by: key }, { annotations: { [`argocd.argoproj.io/${key}`]: value } });
    return {
      base: {
        'apps/all.yaml': manifest(
          configMap('one', { n: '1' }),
          configMap('later', { n: '1' }),
          marked('extra', 'compare-options', 'IgnoreExtraneous'),
        ),
      },
      head: {
        'apps/all.yaml': manifest(configMap('one', { n: '1' }), marked('later', 'hook', 'Skip')),
      },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: false,
    };
  },
};
