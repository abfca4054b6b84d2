import { stringify } from 'yaml';

import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Kustomize base in another repository moves from one tag to the next',
  versions: ['3.5', '3.2'],
  tell: async (place) => {
    const other = await place.outside.repository();
    for (const tag of ['v1.0.0', 'v1.1.0']) {
      const all = manifest(
        deployment('web', { image: `registry.example.com/web:${tag}`, replicas: 1 }),
        service('web'),
        configMap('web', { tag }),
      );
      const files = {
        'bases/web/kustomization.yaml': stringify({ resources: ['all.yaml'] }),
        'bases/web/all.yaml': all,
      };
      await other.commit({ branch: 'main', files, message: tag });
      await other.createTag(tag);
    }
    const overlay = (tag: string): string =>
      stringify({
        resources: [`${other.cloneUrl}//bases/web?ref=${tag}`],
        namePrefix: 'shop-',
        replicas: [{ name: 'web', count: 3 }],
      });
    return {
      base: { 'apps/kustomization.yaml': overlay('v1.0.0') },
      head: { 'apps/kustomization.yaml': overlay('v1.1.0') },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
    };
  },
};
