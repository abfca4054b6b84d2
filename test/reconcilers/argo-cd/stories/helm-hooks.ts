import type { Story } from '../story.ts';

const job = (name: string, hook: string, weight: number): string => `
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-${name}
  annotations: { helm.sh/hook: "${hook}", helm.sh/hook-weight: "${String(weight)}" }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: ${name}, image: "registry.example.com/${name}:{{ .Values.tag }}" }]
`;

export const story: Story = {
  title: 'Hooks of a chart run as hooks of Argo CD, and a test of it does not',
  tell: (place) => ({
    base: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'chart/values.yaml': 'tag: "1"\n',
      'chart/templates/migrate.yaml': job('migrate', 'pre-install,pre-upgrade', -5),
      'chart/templates/announce.yaml': job('announce', 'post-upgrade', 0),
      'chart/templates/test.yaml': job('test', 'test', 0),
      'chart/templates/config.yaml': `
{{- range $name := list "one" "two" "three" }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ $.Release.Name }}-{{ $name }} }
data: { tag: {{ $.Values.tag | quote }} }
{{- end }}
`,
    },
    head: { 'chart/values.yaml': 'tag: "2"\n' },
    cluster: [place.application({ source: { path: 'chart', helm: { releaseName: 'web' } } })],
    syncs: true,
  }),
};
