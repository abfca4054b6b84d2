import { stringify } from 'yaml';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const chart = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'chart/values.yaml': 'size: 1\ncolor: blue\n',
  'chart/templates/all.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ .Release.Name }}-size }
data: { size: {{ .Values.size | quote }}, namespace: {{ .Release.Namespace }} }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ .Release.Name }}-color }
data: { color: {{ .Values.color | quote }}, install: {{ .Release.IsInstall | quote }} }
`,
};

export const story: Story = {
  title: 'Three sources: a chart, the values of another one, and plain objects beside it',
  tell: (place) => {
    const { repoURL } = place;
    const targetRevision = 'main';
    return {
      base: {
        ...chart,
        'values/web.yaml': stringify({ size: 2 }),
        'plain/all.yaml': manifest(configMap('plain', { n: '1' })),
      },
      head: {
        'values/web.yaml': stringify({ size: 3, color: 'green' }),
        'plain/all.yaml': manifest(configMap('plain', { n: '2' }), configMap('more', { n: '1' })),
      },
      cluster: [
        place.application({
          sources: [
            {
              repoURL,
              targetRevision,
              path: 'chart',
              helm: {
                releaseName: 'web',
                valueFiles: ['$values/values/*.yaml', '$values/missing.yaml'],
                ignoreMissingValueFiles: true,
              },
            },
            { repoURL, targetRevision, ref: 'values' },
            { repoURL, targetRevision, path: 'plain' },
          ],
        }),
      ],
      syncs: true,
    };
  },
};
