import { configMap, manifest } from '../../manifests.ts';
import { chartInGit, ofGit } from '../chart-in-git.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A chart of the repository changes, and its release follows each revision',
  tell: (place) => ({
    base: {
      'clusters/shop.yaml': manifest(
        place.helmRelease({ chart: { spec: { ...ofGit.spec, reconcileStrategy: 'Revision' } } }, 'shop'),
      ),
      ...chartInGit({
        'templates/all.yaml': manifest(
          configMap('one', { n: '1' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
      }),
    },
    head: chartInGit({
      'templates/all.yaml': manifest(
        configMap('one', { n: '2' }),
        configMap('two', { n: '1' }),
        configMap('three', { n: '1' }),
      ),
    }),
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
