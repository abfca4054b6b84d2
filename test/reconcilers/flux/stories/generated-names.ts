import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

const withSettings = {
  replicas: 1,
  container: { envFrom: [{ configMapRef: { name: 'settings' } }] },
};

export const story: Story = {
  title: 'The name of a generated ConfigMap follows its content, and the old one is pruned',
  tell: (place) => ({
    base: {
      'apps/kustomization.yaml':
        'resources: [web.yaml]\nconfigMapGenerator: [{ name: settings, literals: [color=blue] }]\n',
      'apps/web.yaml': website(withSettings, { n: '1' }),
    },
    head: {
      'apps/kustomization.yaml':
        'resources: [web.yaml]\nconfigMapGenerator: [{ name: settings, literals: [color=green] }]\n',
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
