import { configMap, manifest } from '../../manifests.ts';
import { chartInGit, ofGit } from '../chart-in-git.ts';
import type { Story } from '../story.ts';

const hook = (n: string): ReturnType<typeof configMap> =>
  configMap('before', { n }, { annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' } });

export const story: Story = {
  title: 'An upgrade runs its hooks',
  tell: (place) => ({
    base: {
      'clusters/shop.yaml': manifest(place.helmRelease({ chart: ofGit }, 'shop')),
      ...chartInGit({
        'templates/all.yaml': manifest(
          configMap('one', { n: '1' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
        'templates/hook.yaml': manifest(hook('1')),
      }),
    },
    head: chartInGit(
      {
        'templates/all.yaml': manifest(
          configMap('one', { n: '2' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
        'templates/hook.yaml': manifest(hook('2')),
      },
      '1.1.0',
    ),
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
    also: [configMap('before', {}, { namespace: place.namespace })],
  }),
};
