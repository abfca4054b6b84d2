import assert from 'node:assert/strict';

import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

type Data = Readonly<Record<string, string>>;

function withOption(name: string, option: string, data: Data): KubeObject {
  const { metadata, ...rest } = configMap(name, data);
  return { ...rest, metadata: { ...metadata, annotations: { 'argocd.argoproj.io/sync-options': option } } };
}

const onServer = (data: Data): KubeObject => withOption('on-server', 'ServerSideApply=true', data);
const replaced = (data: Data): KubeObject => withOption('replaced', 'Replace=true', data);

export const story: Story = {
  title:
    'A manual Application is one commit behind: what waits in Git is told apart from drift, and all lands at once',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: {
      'apps/own.yaml': manifest(configMap('own', { level: '1' })),
      'apps/gone.yaml': manifest(configMap('gone', { a: '1' })),
      'apps/on-server.yaml': manifest(onServer({ level: '1', mode: 'safe', left: '1' })),
      'apps/replaced.yaml': manifest(replaced({ level: '1', mode: 'safe' })),
    },
    merged: {
      'apps/late.yaml': manifest(configMap('late', { a: '1' })),
      'apps/on-server.yaml': manifest(onServer({ level: '2', mode: 'safe' })),
      'apps/replaced.yaml': manifest(replaced({ level: '2', mode: 'safe' })),
    },
    drift: async (hand) => {
      const metadata = { namespace: place.namespace };
      for (const name of ['on-server', 'replaced']) {
        const object = configMap(name, { mode: 'fast' });
        await hand.edit({ ...object, metadata: { ...object.metadata, ...metadata } });
      }
      const gone = configMap('gone', {});
      await hand.remove({ ...gone, metadata: { ...gone.metadata, ...metadata } });
    },
    head: { 'apps/own.yaml': manifest(configMap('own', { level: '2' })) },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { automated: null } })],
    merge: 'by-hand',
    syncs: true,
    check: ({ review }) => {
      const told = new Map<string, readonly (string | undefined)[]>(
        review.changes.map(({ object, applied, causes, fields }) => [
          object.name,
          [applied, ...causes, ...fields.map((field) => `${field.path} ${field.causes.join()}`)],
        ]),
      );
      assert.deepEqual(told.get('own'), [undefined, 'pull-request', '.data.level pull-request']);
      assert.deepEqual(told.get('gone'), ['last-sync', 'drift']);
      assert.deepEqual(told.get('late'), ['last-sync', 'unsynced']);
      const both = ['last-sync', 'unsynced', 'drift'];
      const fields = ['.data.level unsynced', '.data.mode drift'];
      assert.deepEqual(told.get('replaced'), [...both, ...fields]);
      assert.deepEqual(told.get('on-server'), [...both, '.data.left unsynced', ...fields]);
      const [unit] = review.units;
      assert.match(unit?.lastSync?.commit ?? '', /^[0-9a-f]{40}$/u);
    },
  }),
};
