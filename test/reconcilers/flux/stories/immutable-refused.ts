import { job } from '../job.ts';
import { manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An immutable field changes without force: nothing of its stage lands',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1'), job('once', '1')) },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2'), job('once', '2')) },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: false,
  }),
};
