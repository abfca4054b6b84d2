import { manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const chart = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'chart/values.yaml': 'size: 1\ncolor: blue\nflag: "no"\nfile: ""\nlist: []\n',
  'chart/motd.txt': 'good morning\n',
  'chart/templates/all.yaml': `
{{- range $name := list "one" "two" "three" }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ $.Release.Name }}-{{ $name }} }
data:
  size: {{ $.Values.size | quote }}
  kind: {{ kindOf $.Values.size }}
  color: {{ $.Values.color }}
  flag: {{ $.Values.flag | quote }}
  file: {{ $.Values.file | quote }}
  list: {{ join "," $.Values.list | quote }}
{{- end }}
`,
};

export const story: Story = {
  title: 'A declared Application gives its chart other parameters, values and file parameters',
  tell: (place) => {
    const child = (helm: object): string => {
      const made = place.application(
        { source: { path: 'chart', helm: { releaseName: 'web', ...helm } } },
        'child',
      );
      return manifest(made);
    };
    return {
      base: {
        ...chart,
        'root/child.yaml': child({ valuesObject: { size: 2, color: 'green' } }),
      },
      head: {
        'root/child.yaml': child({
          values: 'size: 9\n',
          valuesObject: { size: 2, color: 'red', list: ['a', 'b'] },
          parameters: [
            { name: 'size', value: '12', forceString: true },
            { name: 'flag', value: '$ARGOCD_APP_NAME' },
            { name: 'list[2]', value: 'c' },
          ],
          fileParameters: [{ name: 'file', path: 'motd.txt' }],
        }),
      },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      syncs: true,
    };
  },
};
