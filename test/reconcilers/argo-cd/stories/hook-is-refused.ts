import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const job = (name: string, restartPolicy: string, phase: string) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, annotations: { 'argocd.argoproj.io/hook': phase } },
  spec: {
    template: { spec: { restartPolicy, containers: [{ name, image: 'registry.example.com/job:1' }] } },
  },
});

export const story: Story = {
  title:
    'A hook that the server refuses ends the sync before its first object, and the hook for failures runs',
  tell: (place) => {
    const mourn = job('mourn', 'Never', 'SyncFail');
    const both = (n: string): string => manifest(mourn, configMap('one', { n }), configMap('two', { n }));
    return {
      base: { 'apps/all.yaml': both('1'), 'apps/old.yaml': manifest(configMap('old', { n: '1' })) },
      head: {
        'apps/all.yaml': both('2'),
        'apps/hook.yaml': manifest(job('migrate', 'Always', 'PreSync')),
        'apps/old.yaml': null,
      },
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
      syncs: true,
    };
  },
};
