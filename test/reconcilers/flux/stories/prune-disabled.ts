import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Objects that leave stay where an annotation or a label says so',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(
        configMap(
          'by-annotation',
          { n: '1' },
          { annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } },
        ),
        configMap('by-label', { n: '1' }, { labels: { 'kustomize.toolkit.fluxcd.io/prune': 'Disabled' } }),
        configMap('goes', { n: '1' }),
        configMap('plain', { n: '1' }),
      ),
    },
    head: { 'apps/all.yaml': manifest(configMap('plain', { n: '1' })) },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
