import { manifest, twoConfigMaps, website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Kustomization that orphans leaves Git: its objects stay',
  tell: (place) => ({
    base: {
      'clusters/apps.yaml': manifest(place.kustomization({ path: './apps' }, 'apps')),
      'clusters/more.yaml': manifest(
        place.kustomization({ path: './more', deletionPolicy: 'Orphan' }, 'more'),
      ),
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
      'more/web.yaml': website({ replicas: 1 }, { color: 'blue' }),
    },
    head: { 'clusters/more.yaml': null },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
