import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Tracking by the legacy label: it stands in the template too, and the Pods of what is new have it',
  settings: {
    cm: {
      'application.resourceTrackingMethod': 'label',
      'application.instanceLabelKey': 'applications.argoproj.io/app-name',
    },
  },
  tell: (place) => ({
    base: { 'apps/web.yaml': website({ replicas: 1 }, { n: '1' }) },
    head: {
      'apps/web.yaml': website({ replicas: 2 }, { n: '1' }),
      'apps/job.yaml': JSON.stringify({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'once' },
        spec: {
          template: {
            spec: {
              restartPolicy: 'Never',
              containers: [{ name: 'once', image: 'registry.example.com/job:1' }],
            },
          },
        },
      }),
    },
    cluster: [place.application({ source: { path: 'apps' } })],
    syncs: true,
  }),
};
