import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { configMap, manifest } from '../../manifests.ts';
import { chartInGit, ofGit } from '../chart-in-git.ts';
import type { Place, Story } from '../story.ts';

const corrected = (place: Place, timeout: string): KubeObject =>
  place.helmRelease(
    {
      timeout,
      chart: ofGit,
      driftDetection: {
        mode: 'enabled',
        ignore: [{ paths: ['/data/n'], target: { kind: 'ConfigMap', name: 'two' } }],
      },
    },
    'shop',
  );

export const story: Story = {
  title: 'With drift detection an edit is taken back, but for what is ignored',
  tell: (place) => ({
    base: {
      'clusters/shop.yaml': manifest(corrected(place, '3m')),
      ...chartInGit({
        'templates/all.yaml': manifest(
          configMap('one', { n: '1' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
      }),
      'clusters/more.yaml': manifest(configMap('more', { n: '1' })),
    },
    head: {
      'clusters/more.yaml': manifest(configMap('more', { n: '2' })),
      'clusters/shop.yaml': manifest(corrected(place, '4m')),
    },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    drift: async (hand) => {
      await hand.edit(configMap('one', { n: 'by hand' }, { namespace: place.namespace }));
      await hand.edit(configMap('two', { n: 'by hand' }, { namespace: place.namespace }));
    },
    lands: true,
  }),
};
