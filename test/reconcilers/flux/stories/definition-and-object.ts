import { widgetDefinition } from '../../widgets.ts';
import { manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

const group = 'definition-and-object.example.com';

export const story: Story = {
  title: 'A definition and an object of its kind come together',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1')) },
    head: {
      'apps/all.yaml': manifest(
        ...twoConfigMaps('2'),
        widgetDefinition(group, { type: 'object', properties: { size: { type: 'integer' } } }),
        { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'first' }, spec: { size: 1 } },
      ),
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
