import { job } from '../job.ts';
import { manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An immutable field changes with force: the object is deleted and made again',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1'), job('once', '1')) },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2'), job('once', '2')) },
    cluster: [place.source(), place.kustomization({ path: './apps', force: true })],
    lands: true,
  }),
};
