import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Kustomization whose dependency fails waits, and nothing of it lands',
  tell: (place) => ({
    base: {
      'first/all.yaml': manifest(...twoConfigMaps('1')),
      'second/all.yaml': manifest(configMap('three', { n: '1' })),
    },
    head: {
      'first/all.yaml': 'apiVersion: v1\nkind: ConfigMap\n',
      'second/all.yaml': manifest(configMap('three', { n: '2' })),
    },
    cluster: [
      place.source(),
      place.kustomization({ path: './first' }, 'first'),
      place.kustomization({ path: './second', dependsOn: [{ name: 'first' }] }, 'second'),
    ],
    lands: false,
  }),
};
