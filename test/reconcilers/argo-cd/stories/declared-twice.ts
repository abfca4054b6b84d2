import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Two sources of one Application declare the same object, and the last one wins',
  tell: (place) => {
    const { repoURL } = place;
    const source = (path: string) => ({ repoURL, targetRevision: 'main', path });
    return {
      base: {
        'first/all.yaml': manifest(
          configMap('one', { from: 'first' }),
          configMap('shared', { from: 'first' }),
        ),
        'second/all.yaml': manifest(configMap('two', { from: 'second' })),
      },
      head: {
        'second/all.yaml': manifest(
          configMap('two', { from: 'second' }),
          configMap('shared', { from: 'second' }),
        ),
      },
      cluster: [place.application({ sources: [source('first'), source('second')] })],
      syncs: true,
    };
  },
};
