import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A hook that lives is deleted before the server refuses its new form, and the sync ends there',
  tell: (place) => {
    const all = (restartPolicy: string, n: string): string => {
      const container = { name: 'migrate', image: 'registry.example.com/job:1' };
      const job = {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'migrate', annotations: { 'argocd.argoproj.io/hook': 'PreSync' } },
        spec: { template: { spec: { restartPolicy, containers: [container] } } },
      };
      return manifest(job, configMap('one', { n }), configMap('two', { n }));
    };
    return {
      base: { 'apps/all.yaml': all('Never', '1') },
      head: { 'apps/all.yaml': all('Always', '2') },
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
      syncs: true,
    };
  },
};
