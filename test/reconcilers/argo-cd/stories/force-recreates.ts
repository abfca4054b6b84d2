import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A selector changes, and Force=true deletes the Deployment and makes it again',
  tell: (place) => {
    const web = (tier: string) => {
      const metadata = {
        labels: { app: 'web', tier },
        annotations: { 'argocd.argoproj.io/sync-options': 'Force=true' },
      };
      const labels = { app: 'web', tier };
      const containers = [{ name: 'web', image: 'registry.example.com/web:1.0.0' }];
      return {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', ...metadata },
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
      };
    };
    return {
      base: { 'apps/all.yaml': manifest(web('front'), service('web'), configMap('web', { a: '1' })) },
      head: {
        'apps/all.yaml': manifest(
          web('back'),
          service('web'),
          configMap('web', { a: '2' }),
          deployment('other'),
        ),
      },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
    };
  },
};
