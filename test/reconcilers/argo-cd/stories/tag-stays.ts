import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An Application at a tag does not see the merge, and its neighbor at the branch does',
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(configMap('one', { n: '1' }), configMap('old', { n: '1' })),
      'other/all.yaml': manifest(configMap('other', { n: '1' })),
    },
    head: {
      'apps/all.yaml': manifest(configMap('one', { n: '2' }), configMap('new', { n: '1' })),
      'other/all.yaml': manifest(configMap('other', { n: '2' })),
    },
    tag: 'v1.0.0',
    cluster: [
      place.application({ source: { path: 'apps', targetRevision: 'v1.0.0' } }, 'apps'),
      place.application({ source: { path: 'other' } }, 'other'),
    ],
    syncs: true,
  }),
};
