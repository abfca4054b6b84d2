import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Force together with server-side apply is refused for that object alone',
  tell: (place) => {
    const forced = (value: string) => ({
      annotations: { 'argocd.argoproj.io/sync-options': value },
    });
    const all = (n: string, option: string): string =>
      manifest(configMap('one', { n }), configMap('forced', { n }, forced(option)), configMap('two', { n }));
    return {
      base: { 'apps/all.yaml': all('1', 'Force=false') },
      head: { 'apps/all.yaml': all('2', 'Force=true') },
      cluster: [
        place.application({
          source: { path: 'apps' },
          syncPolicy: { syncOptions: ['ServerSideApply=true'], retry: { limit: 0 } },
        }),
      ],
      syncs: true,
    };
  },
};
