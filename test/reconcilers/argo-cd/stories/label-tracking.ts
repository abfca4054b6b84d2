import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Tracking by label: one object changes, one is pruned, one comes',
  settings: { cm: { 'application.resourceTrackingMethod': 'label' } },
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(configMap('one', { n: '1' }), configMap('two', { n: '2' })) },
    head: { 'apps/all.yaml': manifest(configMap('one', { n: 'I' }), configMap('three', { n: '3' })) },
    cluster: [place.application({ source: { path: 'apps' } })],
    syncs: true,
  }),
};
