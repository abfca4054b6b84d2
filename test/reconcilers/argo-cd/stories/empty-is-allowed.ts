import { twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A change that removes everything is carried out where allowEmpty is set',
  tell: (place) => ({
    base: twoAndOld,
    head: { 'apps/all.yaml': null, 'apps/old.yaml': null, 'apps/README.md': 'Nothing to apply.\n' },
    cluster: [
      place.application({ source: { path: 'apps' }, syncPolicy: { automated: { allowEmpty: true } } }),
    ],
    syncs: true,
  }),
};
