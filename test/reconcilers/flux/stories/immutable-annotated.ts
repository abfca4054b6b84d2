import { job } from '../job.ts';
import { manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

const force = { annotations: { 'kustomize.toolkit.fluxcd.io/force': 'enabled' } };

export const story: Story = {
  title: 'Only the object with the annotation is deleted and made again',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1'), job('once', '1', force)) },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2'), job('once', '2', force)) },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
