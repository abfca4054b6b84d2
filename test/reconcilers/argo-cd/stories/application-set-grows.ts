import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An ApplicationSet over directories makes one more Application',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const template = place.application({ source: { path: '{{.path.path}}' } });
    const set = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'ApplicationSet',
      metadata: { name: place.name, namespace: 'argocd' },
      spec: {
        goTemplate: true,
        generators: [
          { git: { repoURL: place.repoURL, revision: 'main', directories: [{ path: 'teams/*' }] } },
        ],
        template: {
          metadata: { name: `${place.name}-{{.path.basename}}` },
          spec: template['spec'] ?? {},
        },
      },
    };
    const team = (name: string): string =>
      manifest(configMap(`${name}-a`, { team: name }), configMap(`${name}-b`, { team: name }));
    return {
      base: { 'teams/red/all.yaml': team('red') },
      head: {
        'teams/red/all.yaml': manifest(configMap('red-a', { team: 'Red' })),
        'teams/blue/all.yaml': team('blue'),
      },
      cluster: [set],
      syncs: true,
      check: ({ applications }) => {
        assert.deepEqual([...applications.keys()].toSorted(), [`${place.name}-blue`, `${place.name}-red`]);
      },
    };
  },
};
