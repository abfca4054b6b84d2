import assert from 'node:assert/strict';

import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Two Applications leave their parent: the one with a finalizer takes its objects with it',
  tell: (place) => {
    const child = (name: string, finalizers: readonly string[]): string => {
      const made = place.application({ source: { path: name } }, name);
      const kept = finalizers.length === 0 ? {} : { finalizers: [...finalizers] };
      return manifest({ ...made, metadata: { ...made.metadata, ...kept } });
    };
    return {
      base: {
        'root/note.yaml': manifest(configMap(place.name, { a: '1' })),
        'root/red.yaml': child('red', ['resources-finalizer.argocd.argoproj.io']),
        'root/blue.yaml': child('blue', []),
        'red/all.yaml': manifest(configMap('red', { a: '1' }), service('red')),
        'blue/all.yaml': manifest(configMap('blue', { a: '1' }), service('blue')),
      },
      head: { 'root/red.yaml': null, 'root/blue.yaml': null },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      syncs: true,
      check: ({ applications }) => {
        assert.deepEqual([...applications.keys()], [place.name]);
      },
    };
  },
};
