import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

const quota = (pods: string) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'web' },
  spec: { hard: { pods } },
});

const web = service('web');
const sticky = {
  ...web,
  spec: {
    selector: { app: 'web' },
    ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    sessionAffinity: 'ClientIP',
  },
};

export const story: Story = {
  title: 'An excluded kind is neither applied nor pruned, and system-wide ignore rules hide a field',
  settings: {
    cm: {
      'resource.exclusions': '- { apiGroups: [""], kinds: [ResourceQuota], clusters: ["*"] }',
      'resource.customizations.ignoreDifferences._Service': 'jsonPointers: [/spec/sessionAffinity]',
    },
  },
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(configMap('one', { n: '1' }), web, configMap('two', {})) },
    head: {
      'apps/all.yaml': manifest(configMap('one', { n: '1' }), sticky, configMap('two', {})),
      'apps/quota.yaml': manifest(quota('10')),
    },
    cluster: [place.application({ source: { path: 'apps' } })],
    syncs: false,
  }),
};
