import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const within = (namespace: string, n: string): readonly ReturnType<typeof configMap>[] =>
  ['one', 'two'].map((name) => configMap(name, { n }, { namespace }));

export const story: Story = {
  title: 'The namespace of the first stage lands, and the second stage fails',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...within(place.namespace, '1')) },
    head: {
      'apps/all.yaml': manifest(
        ...within(place.namespace, '2'),
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `${place.name}-new` } },
        {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'bad', namespace: place.namespace },
          spec: { ports: [{ port: 99999 }] },
        },
      ),
    },
    cluster: [place.source(), place.kustomization({ path: './apps', targetNamespace: null })],
    lands: true,
  }),
};
