import type { Story } from '../story.ts';

const configMap = (name: string): string => `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name} }
data: { name: ${name} }
`;

export const story: Story = {
  title: 'One of three objects leaves the directory and is pruned',
  tell: (place) => ({
    base: {
      'apps/names/one.yaml': configMap('one'),
      'apps/names/two.yaml': configMap('two'),
      'apps/names/three.yaml': configMap('three'),
    },
    head: { 'apps/names/two.yaml': null },
    cluster: [place.application({ source: { path: 'apps/names' } })],
    syncs: true,
    check: async ({ writes }) => {
      const made = await writes();
      if (made.join() !== 'delete configmaps/two') throw new Error(`it wrote ${made.join(', ')}`);
    },
  }),
};
