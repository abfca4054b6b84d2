import type { Story } from '../story.ts';

const templates = {
  'charts/api/Chart.yaml': 'apiVersion: v2\nname: api\nversion: 1.0.0\n',
  'charts/api/values.yaml': 'replicas: 1\nimage: registry.example.com/api:1.0.0\nport: 8080\n',
  'charts/api/templates/deployment.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  labels: { app.kubernetes.io/managed-by: {{ .Release.Service }} }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: {{ .Release.Name }} } }
  template:
    metadata:
      labels: { app: {{ .Release.Name }} }
      annotations: { checksum/config: {{ toYaml .Values.config | sha256sum }} }
    spec:
      containers:
        - name: api
          image: {{ .Values.image }}
          ports: [{ containerPort: {{ .Values.port }} }]
`,
  'charts/api/templates/service.yaml': `
apiVersion: v1
kind: Service
metadata: { name: {{ .Release.Name }} }
spec:
  selector: { app: {{ .Release.Name }} }
  ports: [{ port: 80, targetPort: {{ .Values.port }} }]
`,
  'charts/api/templates/config.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ .Release.Name }} }
data: {{ toYaml .Values.config | nindent 2 }}
`,
};

const values = (replicas: number, mode: string): string =>
  `replicas: ${String(replicas)}\nconfig:\n  mode: ${mode}\n  region: eu\n`;

export const story: Story = {
  title: 'Another values file gives a chart more replicas and another configuration',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: { ...templates, 'environments/production.yaml': values(2, 'quiet') },
    head: { 'environments/production.yaml': values(4, 'loud') },
    cluster: [
      place.application({
        source: { path: 'charts/api', helm: { valueFiles: ['/environments/production.yaml'] } },
      }),
    ],
    syncs: true,
  }),
};
