/** A version -> a chart of that version, whose three objects say which it is. */
import type { Chart } from './chart-package.ts';

const templates = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }}, annotations: { chart: {{ .Chart.Version | quote }} } }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - { name: web, image: 'registry.example.com/web:{{ .Chart.Version | replace "+" "_" }}', ports: [{ name: http, containerPort: 8080 }] }
---
apiVersion: v1
kind: Service
metadata: { name: {{ .Release.Name }} }
spec: { selector: { app: web }, ports: [{ name: http, port: {{ .Values.port }}, targetPort: http }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ .Release.Name }} }
data: { color: {{ .Values.color | quote }}, chart: {{ .Chart.Version | quote }} }
`;

export const chartName = 'website';

export function websiteChart(version: string, color = 'blue'): Chart {
  return {
    name: chartName,
    version,
    files: { 'values.yaml': `replicas: 1\nport: 80\ncolor: ${color}\n`, 'templates/all.yaml': templates },
  };
}
