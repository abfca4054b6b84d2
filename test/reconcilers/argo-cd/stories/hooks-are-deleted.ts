import assert from 'node:assert/strict';

import { stringify } from 'yaml';

import type { JsonObject } from '../../../../src/object/json.ts';
import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

/** What has a `generateName` has no name yet. */
const job = (metadata: JsonObject, image: string): string =>
  stringify({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: {
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [{ name: 'job', image: `registry.example.com/${image}` }],
        },
      },
    },
  });

const hooked = (phase: string, policy: string) => ({
  annotations: { 'argocd.argoproj.io/hook': phase, 'argocd.argoproj.io/hook-delete-policy': policy },
});

export const story: Story = {
  title: 'Hooks go when they succeeded, also the one that gets a new name each time',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const all = (n: string): string =>
      [
        job({ name: 'before', ...hooked('PreSync', 'HookSucceeded') }, `before:${n}`),
        job({ generateName: 'after-', ...hooked('PostSync', 'HookSucceeded') }, `after:${n}`),
        manifest(configMap('one', { n }), configMap('two', { n: '1' }), configMap('three', { n })),
      ].join('---\n');
    return {
      base: { 'apps/all.yaml': all('1') },
      head: { 'apps/all.yaml': all('2') },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
      check: async ({ writes }) => {
        const jobs = (await writes()).filter((write) => write.includes(' jobs/'));
        const made = jobs.map((write) => write.replace(/after-.*/u, 'after-*'));
        assert.deepEqual(made, [
          'create jobs/before',
          'update jobs/before',
          'create jobs/after-*',
          'update jobs/after-*',
          'delete jobs/before',
          'delete jobs/after-*',
        ]);
      },
    };
  },
};
