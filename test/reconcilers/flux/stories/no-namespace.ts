import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const within = (namespace: string, n: string): readonly ReturnType<typeof configMap>[] =>
  ['one', 'two', 'three'].map((name) => configMap(name, { n }, { namespace }));

export const story: Story = {
  title: 'An object without a namespace where the Kustomization names none: the apply fails',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...within(place.namespace, '1')) },
    head: { 'apps/all.yaml': manifest(...within(place.namespace, '2'), configMap('lost', { n: '1' })) },
    cluster: [place.source(), place.kustomization({ path: './apps', targetNamespace: null })],
    lands: false,
  }),
};
