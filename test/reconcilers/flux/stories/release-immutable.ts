import { configMap, manifest, service } from '../../manifests.ts';
import { chartInGit, ofGit } from '../chart-in-git.ts';
import { job } from '../job.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'An upgrade touches an immutable field and fails: what comes after it in the release is not as asked',
  tell: (place) => ({
    base: {
      'clusters/shop.yaml': manifest(place.helmRelease({ chart: ofGit }, 'shop')),
      ...chartInGit({
        'templates/all.yaml': manifest(configMap('one', { n: '1' }), job('once', '1'), service('web')),
      }),
    },
    head: chartInGit(
      { 'templates/all.yaml': manifest(configMap('one', { n: '2' }), job('once', '2'), service('web', 81)) },
      '1.1.0',
    ),
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
