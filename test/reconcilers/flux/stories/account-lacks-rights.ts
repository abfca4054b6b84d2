import { accountFor } from '../account.ts';
import { manifest, service, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The account of a Kustomization may not write what the pull request adds',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1')) },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')), 'apps/service.yaml': manifest(service('web')) },
    cluster: [
      ...accountFor(place, { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] }),
      place.source(),
      place.kustomization({ path: './apps', serviceAccountName: 'deployer' }),
    ],
    lands: false,
  }),
};
