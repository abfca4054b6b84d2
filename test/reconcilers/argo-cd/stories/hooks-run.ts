import assert from 'node:assert/strict';

import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

const job = (name: string, image: string, annotations: Readonly<Record<string, string>>) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, annotations },
  spec: {
    backoffLimit: 1,
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name, image: `registry.example.com/${image}` }] },
    },
  },
});

const hook = 'argocd.argoproj.io/hook';

export const story: Story = {
  title: 'A Job before the sync runs anew, one after it as well, and one after a failure does not',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const all = (tag: string): string =>
      manifest(
        job('migrate', `migrate:${tag}`, { [hook]: 'PreSync' }),
        job('announce', 'announce:1', { [hook]: 'PostSync' }),
        job('mourn', 'mourn:1', { [hook]: 'SyncFail' }),
        deployment('web', { image: `registry.example.com/web:${tag}` }),
        service('web'),
        configMap('web', { tag }),
      );
    return {
      base: { 'apps/all.yaml': all('1') },
      head: { 'apps/all.yaml': all('2') },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
      check: async ({ writes }) => {
        const order = (await writes()).filter((write) => write.startsWith('create jobs/'));
        assert.deepEqual(order, ['create jobs/migrate', 'create jobs/announce']);
      },
    };
  },
};
