/** Templates of one chart in two versions, between which fields, items of lists and objects come and go; NAMESPACE is replaced. */
export const one = `
apiVersion: v1
kind: ConfigMap
metadata: { name: a, labels: { old: here } }
data: { kept: '1', changed: '1', dropped: '1' }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - { name: web, image: 'registry.example.com/web:1', env: [{ name: A, value: '1' }, { name: B, value: '1' }] }
        - { name: side, image: 'registry.example.com/side:1' }
---
apiVersion: helm.example.com/v1
kind: Widget
metadata: { name: w }
spec: { size: 1, by: chart }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: NAMESPACE }
rules: [{ apiGroups: [''], resources: [pods], verbs: [get] }]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: leaves }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: stays, annotations: { helm.sh/resource-policy: keep } }
`;

export const two = `
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
data: { kept: '1', changed: '2' }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - { name: web, image: 'registry.example.com/web:2', env: [{ name: A, value: '1' }] }
---
apiVersion: helm.example.com/v1
kind: Widget
metadata: { name: w }
spec: { size: 2, by: chart }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: NAMESPACE }
rules: [{ apiGroups: [''], resources: [pods, services], verbs: [get] }]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: new }
data: { a: '1' }
`;
