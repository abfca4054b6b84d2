import type { Story } from '../story.ts';

const deployment = (replicas: number, tag: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { app: web }
spec:
  replicas: ${String(replicas)}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example.com/web:${tag}
          ports: [{ name: http, containerPort: 8080 }]
          envFrom: [{ configMapRef: { name: web } }]
`;

const service = (port: number): string => `
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports: [{ name: http, port: ${String(port)}, targetPort: http }]
`;

const configMap = (level: string): string => `
apiVersion: v1
kind: ConfigMap
metadata: { name: web }
data: { LOG_LEVEL: ${level}, GREETING: hello }
`;

export const story: Story = {
  title: 'A Deployment, its Service and its ConfigMap change in a directory',
  tell: (place) => ({
    base: {
      'apps/web/deployment.yaml': deployment(2, '1.0.0'),
      'apps/web/service.yaml': service(80),
      'apps/web/config.yaml': configMap('info'),
    },
    head: {
      'apps/web/deployment.yaml': deployment(3, '1.1.0'),
      'apps/web/service.yaml': service(8000),
      'apps/web/config.yaml': configMap('debug'),
    },
    cluster: [place.application({ source: { path: 'apps/web' } })],
    syncs: true,
  }),
};
