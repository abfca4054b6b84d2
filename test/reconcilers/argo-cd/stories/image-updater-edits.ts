import { stringify } from 'yaml';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const chart = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'chart/templates/all.yaml': `
{{- range $name := list "one" "two" }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ $.Release.Name }}-{{ $name }} }
data: { tag: {{ $.Values.tag | quote }}, size: {{ $.Values.size | quote }} }
{{- end }}
`,
};

export const story: Story = {
  title: 'An image updater wrote a parameter into the live Application, which counts beside what Git says',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const child = place.application({ source: { path: 'chart', helm: { releaseName: 'web' } } }, 'child');
    return {
      base: {
        ...chart,
        'chart/values.yaml': stringify({ tag: 'v1', size: '1' }),
        'root/child.yaml': manifest(child),
        'root/note.yaml': manifest(configMap(place.name, { says: 'one' })),
      },
      head: { 'chart/values.yaml': stringify({ tag: 'v2', size: '2' }) },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      drift: async (hand) => {
        const helm = { parameters: [{ name: 'tag', value: 'v1.5' }] };
        await hand.edit({ ...child, spec: { source: { helm } } }, 'argocd-image-updater');
      },
      syncs: true,
    };
  },
};
