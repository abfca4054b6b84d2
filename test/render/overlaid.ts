/** A base for an overlay: two objects in one file, and two that are generated. */
export const overlaid = {
  'base/kustomization.yaml': `resources: [all.yaml]
configMapGenerator:
  - name: first
    literals: [a=b]
  - name: settings
    literals: [level=info]
`,
  'base/all.yaml': `# a comment
apiVersion: v1
kind: ConfigMap
metadata:
  name: one
data: {a: "1"}
---
apiVersion: v1
kind: Service
metadata:
  name: two
  annotations:
    team: a
spec: {ports: [{port: 80}]}
`,
};
