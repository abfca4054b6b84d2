import assert from 'node:assert/strict';

import { stringify } from 'yaml';

import type { Story } from '../story.ts';
import { websiteChart } from '../../outside/website-chart.ts';

export const story: Story = {
  title:
    'Values on a branch of another repository moved after the last sync, beside a change of the chart here',
  versions: ['3.5', '3.2'],
  tell: async (place) => {
    const other = await place.outside.repository();
    const values = async (replicas: number, port: number): Promise<string> =>
      other.commit({ branch: 'main', files: { 'web/values.yaml': stringify({ replicas, port }) } });
    await values(1, 8080);
    const chart = (version: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries({
          ...websiteChart(version).files,
          'Chart.yaml': stringify({ apiVersion: 'v2', name: 'website', version }),
        }).map(([path, text]) => [`chart/${path}`, text]),
      );
    let moved = '';
    return {
      base: chart('1.0.0'),
      head: chart('1.1.0'),
      cluster: [
        place.application({
          sources: [
            {
              repoURL: place.repoURL,
              targetRevision: 'main',
              path: 'chart',
              helm: { releaseName: 'web', valueFiles: ['$values/web/values.yaml'] },
            },
            { repoURL: other.cloneUrl, targetRevision: 'main', ref: 'values' },
          ],
          syncPolicy: { automated: null },
        }),
      ],
      drift: async () => {
        moved = await values(3, 9090);
      },
      merge: 'by-hand',
      syncs: true,
      check: ({ review }) => {
        const fields = review.changes.flatMap((change) =>
          change.fields.map(({ path, causes }) => `${change.object.kind} ${path} ${causes.join()}`),
        );
        assert.ok(fields.includes('Deployment .spec.replicas input-moved'), fields.join('; '));
        assert.ok(fields.includes('ConfigMap .data.chart pull-request'), fields.join('; '));
        assert.ok(
          fields.includes('Service .spec.ports[port=8080,protocol=TCP] input-moved'),
          fields.join('; '),
        );
        assert.ok(!fields.some((field) => /unsynced|drift/u.test(field)), fields.join('; '));
        const remotes = review.units[0]?.artifact.remotes.map(({ version, moving }) => ({ version, moving }));
        assert.deepEqual(remotes, [{ version: moved, moving: true }]);
      },
    };
  },
};
