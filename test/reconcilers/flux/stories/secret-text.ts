import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

const secret = (text: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'token' },
  stringData: { token: text },
});

export const story: Story = {
  title: 'The text of a Secret changes, and Git states it as stringData',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1'), secret('one')) },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('1'), secret('two')) },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
