import { twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A change that removes everything is refused by the automated sync',
  tell: (place) => ({
    base: {
      ...twoAndOld,
      'README.md': 'Nothing to apply.\n',
    },
    head: { 'apps/all.yaml': null, 'apps/old.yaml': null, 'apps/README.md': 'Nothing to apply.\n' },
    cluster: [place.application({ source: { path: 'apps' } })],
    syncs: false,
  }),
};
