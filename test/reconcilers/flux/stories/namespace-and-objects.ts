import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const within = (namespace: string, n: string): readonly ReturnType<typeof configMap>[] =>
  ['one', 'two'].map((name) => configMap(name, { n }, { namespace }));

export const story: Story = {
  title: 'A namespace and what is in it come together',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...within(place.namespace, '1')) },
    head: {
      'apps/all.yaml': manifest(
        ...within(place.namespace, '2'),
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `${place.name}-new` } },
        configMap('one', { n: '1' }, { namespace: `${place.name}-new` }),
      ),
    },
    cluster: [place.source(), place.kustomization({ path: './apps', targetNamespace: null })],
    lands: true,
  }),
};
