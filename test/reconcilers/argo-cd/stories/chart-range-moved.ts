import assert from 'node:assert/strict';

import { stringify } from 'yaml';

import type { Story } from '../story.ts';
import { chartName, websiteChart } from '../../outside/website-chart.ts';

export const story: Story = {
  title:
    'A range of chart versions takes the newer one that came after the last sync, beside a change of values and one that waits in Git',
  versions: ['3.5', '3.2'],
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    return {
      base: { 'values.yaml': stringify({ replicas: 1 }) },
      merged: { 'values.yaml': stringify({ replicas: 1, port: 81 }) },
      head: { 'values.yaml': stringify({ replicas: 2, port: 81 }) },
      cluster: [
        place.application({
          source: null,
          sources: [
            {
              repoURL: charts.repoURL,
              chart: chartName,
              targetRevision: '^1.0.0',
              helm: { releaseName: 'web', valueFiles: ['$values/values.yaml'] },
            },
            { repoURL: place.repoURL, targetRevision: 'main', ref: 'values' },
          ],
          syncPolicy: { automated: null },
        }),
      ],
      drift: async () => {
        await charts.publish(websiteChart('1.1.0', 'green'));
        await charts.publish(websiteChart('2.0.0', 'red'));
      },
      merge: 'by-hand',
      syncs: true,
      check: ({ review }) => {
        const causes = (kind: string): readonly string[] =>
          review.changes
            .filter(({ object }) => object.kind === kind)
            .flatMap(({ fields }) => fields.map((field) => `${field.path} ${field.causes.join()}`));
        assert.deepEqual(causes('ConfigMap'), ['.data.chart input-moved', '.data.color input-moved']);
        assert.deepEqual(causes('Service'), [
          '.spec.ports[port=80,protocol=TCP] unsynced',
          '.spec.ports[port=81,protocol=TCP] unsynced',
        ]);
        assert.ok(causes('Deployment').includes('.spec.replicas pull-request'));
        const [unit] = review.units;
        const remotes = unit?.artifact.remotes.map(({ version, moving }) => ({ version, moving }));
        assert.deepEqual(remotes, [{ version: '1.1.0', moving: true }]);
      },
    };
  },
};
