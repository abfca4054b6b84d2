import { manifest, twoConfigMaps, website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A new Kustomization comes with the pull request, and all that it declares',
  tell: (place) => ({
    base: {
      'clusters/apps.yaml': manifest(place.kustomization({ path: './apps' }, 'apps')),
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
    },
    head: {
      'clusters/more.yaml': manifest(place.kustomization({ path: './more' }, 'more')),
      'more/web.yaml': website({ replicas: 1 }, { color: 'blue' }),
    },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
