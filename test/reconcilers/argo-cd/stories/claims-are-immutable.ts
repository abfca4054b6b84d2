import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'A StatefulSet asks for larger volumes and a Job for another image: both are refused, the rest lands',
  tell: (place) => {
    const labels = { app: 'db' };
    const containers = (image: string) => [{ name: 'db', image: `registry.example.com/${image}` }];
    const set = (storage: string) => ({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db' },
      spec: {
        serviceName: 'db',
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: containers('db:1') } },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
          },
        ],
      },
    });
    const job = (image: string) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'load' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: containers(image) } } },
    });
    const all = (storage: string, image: string, n: string): string =>
      manifest(set(storage), job(image), service('db'), configMap('db', { n }));
    return {
      base: { 'apps/all.yaml': all('1Gi', 'load:1', '1') },
      head: { 'apps/all.yaml': all('2Gi', 'load:2', '2') },
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
      syncs: true,
    };
  },
};
